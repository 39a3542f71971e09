#!/bin/sh
# package.sh [--fetch] FOLDER: puts the npm package together in FOLDER/js, beside the modules that are there, and installs
# it, as npm packs it, into the empty project FOLDER/js-project. The tools come from the npm registry, as
# package-lock.json says. With --fetch they are only fetched; after that no network is needed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
only_fetches=no
if [ "$1" = --fetch ]; then
  only_fetches=yes
  shift
fi
mkdir -p "$1"
folder=$(cd "$1" && pwd)
tools=$folder/js-tools
package=$folder/js
project=$folder/js-project

mkdir -p "$tools"
if ! cmp -s "$here/package-lock.json" "$tools/node_modules/.for-lock"; then
  cp "$here/package.json" "$here/package-lock.json" "$tools/"
  echo "Installing TypeScript, esbuild and Vite from the npm registry" >&2
  npm ci --prefix "$tools" --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries 5 >&2
  cp "$here/package-lock.json" "$tools/node_modules/.for-lock"
fi
[ $only_fetches = no ] || exit 0

rm -rf "$package/dist/types"
"$tools/node_modules/.bin/tsc" -p "$here" --typeRoots "$tools/node_modules/@types" --outDir "$package/dist/types"
bundle() {
  "$tools/node_modules/.bin/esbuild" --bundle --format=esm --minify --target=es2022 --log-level=warning \
    --outdir="$package/dist" "$@"
}
bundle --platform=node "$here/js/node.ts" "$here/js/worker.node.ts"
bundle --platform=browser "$here/js/browser.ts" "$here/js/worker.browser.ts"
cp "$here/package.json" "$here/README.md" "$here/THIRD-PARTY.txt" "$here/../../LICENSE" "$package/"

rm -rf "$project"
mkdir -p "$project"
echo '{"type": "module", "private": true}' >"$project/package.json"
archive=$(cd "$project" && npm pack --offline --silent --pack-destination . "$package")
(cd "$project" && npm install --offline --no-audit --no-fund --loglevel=error "./$archive") >&2
cp -r "$here/tests" "$here/../../tests/pasted.json" "$project/"
"$tools/node_modules/.bin/tsc" -p "$project/tests" --typeRoots "$tools/node_modules/@types"
