// Keys of the staff desk: what carries data-key is pressed, opened or gone to by that letter; everything works without.
const TYPED = 'input, select, textarea';

// Runs before anything of the page is read: what it shows appears at once and whole, when every key of it counts. A key
// pressed earlier, while the page before was still seen, was not meant for it.
let shownAt = Number.POSITIVE_INFINITY;
const root = document.documentElement;
root.classList.add('arriving');
document.addEventListener('DOMContentLoaded', () => {
  root.classList.remove('arriving');
  shownAt = performance.now();
  // What is not seen cannot have the focus.
  document.querySelector('[autofocus]')?.focus();
});

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (event.timeStamp < shownAt) return;
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches(TYPED)) {
    // Escape leaves a field, Enter in a choice sends its form as it does in a line of text.
    if (key === 'Escape' && target instanceof HTMLElement) target.blur();
    if (key === 'Enter' && target instanceof HTMLSelectElement && target.form !== null) {
      event.preventDefault();
      target.form.requestSubmit();
    }
    return;
  }
  if (event.repeat || !/^[a-z]$/.test(key)) return;
  const found = document.querySelector(`[data-key="${key}"]`);
  if (!(found instanceof HTMLElement)) return;
  event.preventDefault();
  if (found.matches(TYPED)) found.focus();
  else found.click();
});

// A form is sent once, however often its key is pressed.
document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement)) return;
  if (event.target.dataset.sent === 'yes') event.preventDefault();
  event.target.dataset.sent = 'yes';
});

// A page that comes back from the browser's memory may be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) shownAt = performance.now();
  for (const form of document.forms) delete form.dataset.sent;
});
