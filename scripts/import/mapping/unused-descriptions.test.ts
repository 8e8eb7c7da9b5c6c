import { expect, it } from 'vitest'
import { succeed } from '../../../src/domain/result.ts'
import { buildImportedPost } from '../items/testing/build-imported-post.ts'
import { describeUnusedDescriptions, trackDescriptions } from './unused-descriptions.ts'

const post = buildImportedPost({
  body: 'Night work.\n\n::figure{src="https://old.example/salt_pan.jpg" alt=""}\n',
  image: { src: 'cover.jpg', alt: null, caption: null, credit: null },
})

it('descriptions that no picture uses are found once the source is read', async () => {
  const keys = [
    'https://old.example/salt_pan.jpg',
    'cover.jpg',
    'https://old.example/salt\\_pan.jpg',
  ]
  const items = (async function* () {
    yield succeed({ item: 'post' as const, post })
  })()
  const tracked = trackDescriptions(items, new Map(keys.map((key) => [key, 'Salt'])))
  const passedOn = []
  for await (const item of tracked.items) passedOn.push(item)
  expect(passedOn).toEqual([succeed({ item: 'post', post })])
  expect([...tracked.unused]).toEqual([keys[2]])
})

it('each unused description is reported with its line', () => {
  const text = 'credit: A\ndescriptions:\n  cover.jpg: Salt\n  "a: b.jpg": Salt\n'
  expect(describeUnusedDescriptions('import.yaml', text, new Set(['a: b.jpg']))).toBe(
    'import.yaml:4: descriptions → a: b.jpg: no picture in the source has this address. Correct or remove it.',
  )
})
