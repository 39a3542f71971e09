import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// No other host, no eval. 'wasm-unsafe-eval' lets WebAssembly be compiled, and nothing else; styles are set by scripts of
// the 3D player and by elements' own style.
const policy = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'",
].join('; ');

const contentSecurityPolicy = (): Plugin => ({
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
});

/** notices.txt: the licences of all that is shipped. The texts are those of the packages themselves. */
const notices = (): Plugin => ({
  name: 'notices',
  apply: 'build',
  generateBundle() {
    const read = (name: string) => {
      const folder = here(`node_modules/${name}`);
      const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<string, string>;
      return { version, license, folder };
    };
    const sections = shipped.map(({ name, source, file, remark }) => {
      const { version, license, folder } = read(name);
      const words = readFileSync(`${folder}/${file}`, 'utf8');
      return `${name} ${version}\nLicence: ${license}\nSource: ${source}\n${remark}\n\n${words.trim()}\n`;
    });
    const own = `superflip\n\n${readFileSync(here('../../LICENSE'), 'utf8').trim()}\n`;
    const rule = `\n${'-'.repeat(78)}\n\n`;
    this.emitFile({ type: 'asset', fileName: 'notices.txt', source: [own, ...sections].join(rule) });
  },
});

interface Shipped {
  name: string;
  source: string;
  file: string;
  remark: string;
}

const shipped: Shipped[] = [
  { name: 'preact', source: 'https://github.com/preactjs/preact', file: 'LICENSE', remark: 'Unmodified.' },
  { name: '@preact/signals', source: 'https://github.com/preactjs/signals', file: 'LICENSE', remark: 'Unmodified.' },
  { name: 'three', source: 'https://github.com/mrdoob/three.js', file: 'LICENSE', remark: 'Unmodified; part of the 3D picture.' },
  {
    name: 'cubing',
    source: 'https://github.com/cubing/cubing.js and https://www.npmjs.com/package/cubing',
    file: '../axe-core/LICENSE',
    remark: 'The 3D picture. Unmodified, used under the Mozilla Public License 2.0. Its source code is at the addresses above.',
  },
  { name: 'workbox-window', source: 'https://github.com/googlechrome/workbox', file: 'LICENSE', remark: 'Unmodified; with the other parts of Workbox in the service worker.' },
];

export default defineConfig({
  base: './',
  resolve: {
    alias: { superflip: here('../../build/wasm/js/dist/browser.js') },
    dedupe: ['preact'],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    outDir: here('../../build/page'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
  plugins: [
    contentSecurityPolicy(),
    notices(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: null,
      manifest: {
        name: 'superflip: Rubik’s cube solver',
        short_name: 'superflip',
        description: 'Solve any Rubik’s cube on your own device, turn by turn.',
        display: 'standalone',
        background_color: '#f6f5f2',
        theme_color: '#f6f5f2',
        icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,wasm,svg,txt}'],
        // Other puzzles of the 3D player, which this page never shows.
        globIgnores: ['**/puzzles-dynamic-{4x4x4,megaminx,side-events,unofficial}*'],
        maximumFileSizeToCacheInBytes: 8_000_000,
      },
    }),
  ],
});
