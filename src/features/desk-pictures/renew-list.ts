/** Loads the list at the current address again, for example after an upload. */
export async function renewList() {
  const address = location.href
  const response = await fetch(address).catch(() => null)
  if (!response?.ok || response.redirected || address !== location.href) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const [list, renewed] = [document, page].map((root) => root.querySelector('[data-list]'))
  if (list && renewed) list.replaceWith(renewed)
}
