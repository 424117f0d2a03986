// Brings a part of the page up to date without taking anything from under the reader's hands: elements that are still
// there stay the same elements, so focus, scroll, selection, open details and typed text survive.

const KEPT = new Set(["open", "value", "checked"]);

export async function refresh(part, url) {
  const answer = await fetch(url, { headers: { Accept: "text/html" }, redirect: "error" });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
  matchChildren(part, fresh);
}

function matchChildren(old, fresh) {
  const known = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  let place = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const same = known.get(wanted.id) ?? nextAlike(place, wanted);
    if (same === null) {
      old.insertBefore(wanted, place);
      continue;
    }
    if (known.has(same.id) && same !== place) old.insertBefore(same, place);
    else place = removeUntil(place, same).nextSibling;
    matchNode(same, wanted);
  }
  removeUntil(place, null);
}

// Text is matched only where it stands: the blanks between elements are not worth looking for.
function nextAlike(place, wanted) {
  for (let node = place; node !== null; node = node.nextSibling) {
    if (node.nodeName === wanted.nodeName && (node.id ?? "") === (wanted.id ?? "")) return node;
    if (wanted.nodeType !== Node.ELEMENT_NODE) return null;
  }
  return null;
}

function removeUntil(place, end) {
  while (place !== end) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
  return end;
}

function matchNode(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  const isInput = old.matches("input, select, textarea");
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !(isInput && KEPT.has(name)) && name !== "open") old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
  }
  if (!isInput) matchChildren(old, fresh);
}
