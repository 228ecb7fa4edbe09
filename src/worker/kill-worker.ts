import { scope } from './scope.ts';

// Served as /sw.js in an emergency: deletes everything, unregisters itself and leaves open pages alone.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => scope.registration.unregister()),
  );
});
