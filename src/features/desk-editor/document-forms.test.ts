import { expect, it } from 'vitest'
import { nameField } from './document-forms.ts'

it.each([
  ['articles', ['image', 'alt'], 'Picture description'],
  ['articles', ['editorsPick'], 'Editors’ pick'],
  ['tags', ['title'], 'Headline'],
  ['events', ['timeZone'], 'Time zone'],
  ['issues', ['stories', 2], 'Stories'],
  ['pages', ['unknown', 1], 'unknown.1'],
] as const)('the field of %s at %j is called “%s”', (collection, path, name) => {
  expect(nameField(collection, path)).toBe(name)
})
