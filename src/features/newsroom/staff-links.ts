/** Adds links to the desk to readers' pages, for staff only: other readers' pages don't load this script. */
import { readCookie } from '../../browser/cookie.ts'
import { readerHintCookie, readHintedRole } from '../../contracts/cookies/reader-hint-cookie.ts'
import { canWrite, getEditPath } from './desk-screens.ts'

function createLink(path: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = path
  link.textContent = text
  return link
}

function addMenuLink() {
  const item = document.createElement('li')
  item.append(createLink('/desk', 'Desk'))
  document.querySelector('#menu .own[data-for~="notSubscribed"]')?.prepend(item)
}

/** Adds a link beside the buttons for saving and sharing. */
function addEditLink() {
  const tools = document.querySelector('.head .tools')
  if (!tools || document.documentElement.dataset.pageName !== 'article') return
  const slug = location.pathname.slice(1)
  const link = createLink(getEditPath({ collection: 'articles', slug }), 'Edit')
  // The style is inline, because readers' pages have no styles for this link.
  link.style.cssText =
    'display:inline-flex;align-items:center;min-height:var(--target);font:var(--strong) var(--size-label)/1.4 var(--sans)'
  tools.prepend(link)
}

export function addStaffLinks() {
  const role = readHintedRole(readCookie(readerHintCookie))
  if (role === null) return
  addMenuLink()
  if (canWrite(role)) addEditLink()
}
