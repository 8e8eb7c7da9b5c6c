/** The event sent after a list's rows have been replaced. */
export const listRenewed = 'listrenewed'

export function replaceList(list: Element, renewed: Element) {
  list.replaceWith(renewed)
  document.dispatchEvent(new Event(listRenewed))
}
