import { describe, expect, it } from 'vitest'
import { formatIssueDate, getIssuePath, issueSchema, listIssueStories } from './issue.ts'

const issue = {
  subject: 'A subject',
  preheader: 'A preheader',
  date: '2026-11-29',
  lead: { slug: 'lead' },
  stories: [{ slug: 'one' }, { slug: 'two', line: 'A line' }, { slug: 'three' }],
  missed: { slug: 'older' },
  body: 'A note.',
  updatedAt: new Date(0),
}
const isValid = (changes: object) => issueSchema.safeParse({ ...issue, ...changes }).success
const repeat = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ slug: `story-${index}` }))

describe('an issue', () => {
  it('has three to eight stories besides the lead', () => {
    expect([2, 3, 8, 9].map((count) => isValid({ stories: repeat(count) }))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('contains each story once', () => {
    expect(isValid({ missed: undefined })).toBe(true)
    expect(isValid({ missed: { slug: 'lead' } })).toBe(false)
    expect(isValid({ lead: { slug: 'two' } })).toBe(false)
  })

  it('is dated on a real day', () => {
    expect(isValid({ date: '2028-02-29' })).toBe(true)
    expect(isValid({ date: '2026-02-29' })).toBe(false)
    expect(isValid({ date: new Date(0) })).toBe(false)
    expect(formatIssueDate('2026-11-29')).toBe('Sunday, 29 November 2026')
  })

  it('has a subject of one line', () => {
    expect(isValid({ subject: 'One\r\nBcc: somebody@example.com' })).toBe(false)
    expect(isValid({ preheader: 'One\ntwo' })).toBe(false)
  })

  it('lists its stories in order', () => {
    const slugs = listIssueStories(issue).map(({ slug }) => slug)
    expect(slugs).toEqual(['lead', 'one', 'two', 'three', 'older'])
    expect(getIssuePath('2026-11-29')).toBe('/newsletter/2026-11-29')
  })
})
