/** Replaces a video's card with its player on a press. Before that, nothing is loaded from the video service. */
export function playVideo(link: HTMLAnchorElement) {
  const card = link.closest<HTMLElement>('[data-frame]')!
  const frame = document.createElement('iframe')
  frame.title = link.textContent.trim()
  frame.allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture'
  // The services refuse to play without a referrer.
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation allow-popups')
  frame.src = card.dataset.frame!
  link.replaceWith(frame)
  frame.focus()
}
