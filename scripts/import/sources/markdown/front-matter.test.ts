import { expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { parseMarkdownFile } from './front-matter.ts'
import { groupPostsByFile, readItems } from './testing/site-fixture.ts'

it.each([
  '---\ntitle: Salt\ndraft: true\n---\n',
  '\uFEFF\n\n---\ntitle: Salt\ndraft: true\n...\n',
  '--- # fields\ntitle: Salt\ndraft: true\n---\n',
  '-----\ntitle: Salt\ndraft: true\n-----\n',
  '---yaml\ntitle: Salt\ndraft: true\n---\n',
  "---js\nconst title = 'Salt'\n// One\nconst draft = true;\n---\n",
  '---js\n{ title: "Salt", draft: true, list: [1, {a: null,},], }\n---\n',
  '---json\n{"title": "Salt", "draft": true}\n---\n',
  '---toml\ntitle = "Salt"\ndraft = true\n---\n',
  '\n+++\ntitle = "Salt"\ndraft = true\n+++\n',
  '{"title": "Salt", "draft": true}\n',
  '{\n  "title": "Salt", "note": "\\"}",\n  "draft": true\n  }\n',
  ';;;\n"title": "Salt",\n"draft": true\n;;;\n',
  '"title": "Salt",\n"draft": true\n;;;\n',
  'title: Salt\n\ndraft: true\n---\n',
  'Title: Salt\nDraft: true\nSummary: Of salt\n    and pans.\n\n',
  '<!--\n.. title: Salt\n.. draft: true\n-->\n',
])('the fields and the text of %j are read', (front) => {
  const read = parseMarkdownFile(`${front}Text.\n\n---\n\nMore: text.\n`)
  const fields = read.ok && Object.entries(read.value.data)
  expect(fields).toContainEqual([expect.stringMatching(/^title$/i), 'Salt'])
  expect(fields).toContainEqual([expect.stringMatching(/^draft$/i), expect.anything()])
  expect(read.ok && read.value.body.trim()).toBe('Text.\n\n---\n\nMore: text.')
})

it.each([
  '---js\nconst draft = isDraft();\n---\nText.',
  '---js\n{ draft: process.env.A }\n---\nText.',
  '---js\nfunction draft() {}\n---\nText.',
  '---ruby\ndraft = true\n---\nText.',
  '---title: Salt---\nText.',
  '---\ndraft: true\nText.',
  '---\ndraft = true\n---\nText.',
  '+++\ndraft: true\n+++\nText.',
  '{draft: true}\nText.',
  '{"draft": true\nText.',
  'draft = true\n\nText.',
  'Title: Salt\nDate: 2024-01-02\nand more\n\nText.',
  'Title: Salt\n\nDraft: true\n\nText.',
  'title: Salt\n\nstatus: draft\nlist: [\n---\nText.',
  '# Salt\nDraft: true\n\nText.',
  'const draft = true\nexport const title = ""\n\nText.',
  "import A from './a'\n\nexport const meta = { title: 'Salt', draft: true }\n\nText.",
  '<!--\ndraft: true\nand more\n-->\nText.',
  '* Status: draft\n* Date: 2020-01-01\n\nText.',
  '**Status:** draft\n\nText.',
  '| draft | true |\n|---|---|\n\nText.',
  '# Salt\n\n---\ndraft: true\n---\n\nText.',
  '<!-- One.\n\nTwo. -->\n\n---\ndraft: true\n---\n\nText.',
])('%j is refused, because it may not be public', (text) => {
  expect(parseMarkdownFile(text)).toMatchObject({
    ok: false,
    failure: { reason: expect.stringMatching(/front matter/), line: expect.any(Number) },
  })
})

it.each([
  'Text: with a colon.\n\nMore.',
  'Heading: salt\n---\n\nText.',
  '# Salt\n\nText, and its state.\n\n---\n\nstatus: none\n',
  '{{ template }}\n\nText.',
  '{: .note}\nText.',
  '-----\n\nText.\n\n-----\n',
  '<!-- A note: of the editor -->\n\nText.',
  "import A from './a'\n\nText.",
])('%j is read as text', (text) => {
  expect(parseMarkdownFile(text)).toEqual({
    ok: true,
    value: { data: {}, body: text, hasFrontMatter: false },
  })
})

const statuses = [
  ['published', 'draft: false', 'published: true', 'status: Publish', 'state: live', 'hidden: no'],
  ['published', 'visibility: public', 'password: ""', 'published: 2019-01-02', 'hide: [toc]'],
  ['draft', 'isDraft: true', 'is_draft: yes', 'Draft: soon', 'draft: "{{ env }}"', 'published: no'],
  ['draft', 'publish: false', 'public: false', 'status: hidden', 'status: false', 'state: review'],
  ['draft', 'hidden: true', 'unlisted: true', 'visibility: friends', 'access: paid'],
  ['draft', 'draft: false\nDraft: true', 'extra: {draft: true}', 'params: {private: perhaps}'],
  ['draft', 'members_only: true', 'archived: true', 'scheduled: yes', 'meta: {draft: true}'],
  ['published', 'cover: {hidden: true}', 'post: {private: false}'],
  ['password-protected', 'password_protected: true'],
  ['private', 'post: {private: true}'],
  ['draft', 'publishOn: some day', 'date: 31/12/2999'],
  ['private', 'private: true', 'Status: Private', 'visibility: private\ndraft: true'],
  ['password-protected', 'password: salt', 'passphrase: 12'],
].flatMap(([status, ...fields]) => fields.map((field) => [field, status] as const))

it.each(statuses)('the front matter %j means the status %s', async (field, status) => {
  const date = field.includes('date:') ? '' : 'date: 2019-01-02\n'
  const files = { 'a.md': `---\ntitle: Salt\n${date}${field}\n---\nText.\n` }
  const posts = groupPostsByFile(await readItems(createTestFolder(files)))
  expect(posts['a.md']).toMatchObject({ status })
})

it('texts in a folder for drafts are treated as unpublished', async () => {
  const text = '---\ntitle: Salt\ndate: 2019-01-02\n---\nText.\n'
  const files = { 'Drafts/a.md': text, 'posts/_private/b.md': text, 'posts/c.md': text }
  const posts = groupPostsByFile(await readItems(createTestFolder(files)))
  expect(Object.values(posts).map(({ status }) => status)).toEqual(['draft', 'draft', 'published'])
})
