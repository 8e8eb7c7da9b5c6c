import { expect, it } from 'vitest'
import { applyFix } from './apply-fix.ts'

const content = {
  fields: {
    title: 'Rain\u202e',
    tags: ['Rian', 'sun'],
    image: { id: 'a', alt: 'A\u202e' },
    dekk: 'D',
  },
  body: 'One\u200btwo',
}

it.each([
  [['body'], { edit: { from: 3, to: 4, insert: ' ' } }, { body: 'One two' }],
  [['title'], { value: 'Rain' }, { fields: { ...content.fields, title: 'Rain' } }],
  [['tags', 0], { value: 'rain' }, { fields: { ...content.fields, tags: ['rain', 'sun'] } }],
  [
    ['image', 'alt'],
    { value: 'A' },
    { fields: { ...content.fields, image: { id: 'a', alt: 'A' } } },
  ],
  [
    ['dekk'],
    { name: 'dek' },
    {
      fields: {
        title: 'Rain\u202e',
        tags: content.fields.tags,
        image: content.fields.image,
        dek: 'D',
      },
    },
  ],
])('the fix for %j is applied', (field, fix, changed) => {
  expect(applyFix(content, field, fix)).toEqual({ ...content, ...changed })
})
