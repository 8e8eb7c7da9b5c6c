/**
 * Records a reader's actions in an island, in case its elements are replaced: typed texts, opened `<details>`, and the
 * focus.
 */
type Field = HTMLInputElement | HTMLTextAreaElement

const textFields = ':is(textarea, input):not([type=checkbox], [type=radio], [type=hidden])[name]'

/** Fills a field as if the text were typed, so that React handles the change. */
function fill(field: Field, value: string) {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
  set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export function followState(island: HTMLElement) {
  const list = <Found extends HTMLElement>(selector: string) => [
    ...island.querySelectorAll<Found>(selector),
  ]
  const typed = new Map<string, string>()
  let opened: readonly number[] = []
  let focused: { readonly tag: string; readonly index: number } | null = null

  function record() {
    for (const { name, value, defaultValue } of list<Field>(textFields))
      if (typed.has(name) || value !== defaultValue) typed.set(name, value)
    opened = list<HTMLDetailsElement>('details').flatMap(({ open }, index) => (open ? index : []))
    const element = document.activeElement as HTMLElement | null
    if (!element || !island.contains(element)) return
    const tag = element.localName
    focused = { tag, index: list(tag).indexOf(element) }
  }

  record()
  // Not all of these events bubble.
  for (const type of ['input', 'focusin', 'toggle']) island.addEventListener(type, record, true)

  /** Repeats the recorded actions on the current elements. */
  function restore() {
    // Copies are used, because filling a field also records fields that aren't filled yet.
    const [values, details, focus] = [new Map(typed), opened, focused]
    for (const field of list<Field>(textFields)) {
      const value = values.get(field.name)
      if (value !== undefined && value !== field.value) fill(field, value)
    }
    const all = list<HTMLDetailsElement>('details')
    for (const index of details) if (all[index]) all[index].open = true
    if (focus && document.activeElement === document.body) list(focus.tag)[focus.index]?.focus()
  }
  return { restore, hasTyped: () => typed.size > 0 }
}
