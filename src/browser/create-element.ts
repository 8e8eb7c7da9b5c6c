type Child = Node | string | false | null | undefined

/** Attributes that are false, null or undefined are omitted, and true ones are empty. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean | null | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes))
    if (typeof value === 'string' || value === true)
      element.setAttribute(attribute, value === true ? '' : value)
  element.append(...children.filter((child): child is Node | string => !!child))
  return element
}
