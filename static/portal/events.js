// Server-sent events for a page that people look at: closed while nobody looks (a browser has few connections to a host),
// opened again with a look at what was missed. Many events in a row cause one call.

const PAUSE_MS = 600;
const SAFETY_MS = 20000;
const RECONNECT_MS = 10000;

export function listen({ url, types, onChange, isOver }) {
  const change = inTurn(onChange);
  let source = null;

  function open() {
    if (source !== null || isOver() || document.hidden) return;
    source = new EventSource(url);
    for (const type of types) source.addEventListener(type, change);
    source.addEventListener("error", () => {
      // A stream that has ended for good says so by closing; anything else is tried again by the browser itself.
      if (source?.readyState !== EventSource.CLOSED) return;
      source = null;
      change();
      setTimeout(open, RECONNECT_MS);
    });
  }

  function close() {
    source?.close();
    source = null;
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return close();
    if (!isOver()) change();
    open();
  });
  setInterval(() => {
    if (!document.hidden && !isOver()) change();
  }, SAFETY_MS);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  open();
}

// One run at a time, a pause between two, and a last one after the last event.
function inTurn(work) {
  let isWaiting = false;
  let isRunning = false;
  return async function run() {
    if (isRunning) {
      isWaiting = true;
      return;
    }
    isRunning = true;
    do {
      isWaiting = false;
      try {
        await work();
      } catch (error) {
        console.warn(error);
      }
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    } while (isWaiting);
    isRunning = false;
  };
}
