import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { prepareFiles } from '../manuscripts/prepare-manuscripts.ts'

it('desk preview explains how to preview an issue, which can’t be a draft', async () => {
  const file = resolve('scripts/dev/sample/issues/2026-11-22.md')
  const prepared = await prepareFiles([file], { status: 'draft' })
  const message = `collection: issues can’t be drafts or scheduled; only articles can. To see an issue’s email: “npm run desk -- weekly preview ${file}”`
  expect(prepared).toMatchObject({ failure: [{ message }] })
})
