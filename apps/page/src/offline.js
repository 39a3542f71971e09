// The service worker: it keeps all files of one version of the page, and answers from them. The build puts `version` and
// `files` in front. A new version waits in a store of its own until the page says that it may take over.

/* global version, files */
const store = `superflip-${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(store).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "reload" })))),
  );
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("superflip-") && name !== store;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const page = request.mode === "navigate" ? "./" : request;
  event.respondWith(
    caches
      .open(store)
      .then((cache) => cache.match(page, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(request)),
  );
});
