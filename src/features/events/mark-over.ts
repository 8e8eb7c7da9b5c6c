/** Marks what has ended since its page was built (Standing.astro). An event is never un-ended. */
for (const event of document.querySelectorAll<HTMLElement>('[data-ends-at]')) {
  if (Date.parse(event.dataset.endsAt ?? '') <= Date.now()) event.dataset.over = ''
}
