// The service worker: it keeps all files of one version of the page, and answers from them. The build puts `version` and
// `files` in front. A new version waits in a store of its own until the page says that it may take over.

/* global version, files */
// Other folders of this host may have pages like this one, of other versions: the store's name has the folder in it.
const { scope } = self.registration;
const own = `superflip ${scope} `;
const store = own + version;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(store).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "reload" })))),
  );
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(own) && name !== store;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  // Only the folder itself is the page. What else stands there, such as the answers of `superflip serve`, is what it is.
  const href = request.url.replace(/#.*/, "");
  const page = href === scope || href === `${scope}index.html` ? "./" : request;
  event.respondWith(
    caches
      .open(store)
      .then((cache) => cache.match(page))
      .then((kept) => kept ?? fetch(request)),
  );
});
