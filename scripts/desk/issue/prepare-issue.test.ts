import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { maxCheckedLinks } from './dead-links.ts'
import { checkIssue, prepareIssue } from './prepare-issue.ts'
import {
  type IssuePublication,
  issueManuscript,
  openIssuePublication,
} from './testing/issue-publication.ts'

let publication: IssuePublication

beforeEach(() => {
  publication = openIssuePublication()
})

async function findProblems(text: string) {
  const { problems } = await prepareIssue(publication.source, publication.write(text))
  return problems.map(({ line, message }) => `${line}: ${message}`)
}

describe('an issue', () => {
  it('shows each story with its standfirst, or with the issue’s own line', async () => {
    const { issue, problems } = await prepareIssue(
      publication.source,
      publication.write(issueManuscript()),
    )
    expect(problems).toEqual([])
    const { lead, stories, missed, html, closedHtml } = issue!.content
    expect(lead).toMatchObject({ slug: 'lead', title: 'The story “lead”', authors: ['Asha Rao'] })
    expect(lead.opening).toContain('The opening of lead')
    expect(stories.map(({ slug, line }) => [slug, line])).toEqual([
      ['one', 'Our own line.'],
      ['two', 'A line about two.'],
      ['three', 'A line about three.'],
    ])
    expect(missed?.slug).toBe('older')
    expect(html).toContain('An opening.')
    expect(closedHtml).toBe('<p>Only for subscribers.</p>')
  })

  it('is public in full without the marker, however long it is', async () => {
    const body = 'A sentence of the note. '.repeat(100)
    const path = publication.write(issueManuscript({}, `${body}\n\nThe end.`))
    const { issue } = await prepareIssue(publication.source, path)
    expect(issue!.content.html).toContain('The end.')
    expect(issue!.content.closedHtml).toBe('')
  })

  it('can only contain published stories', async () => {
    publication.change('lead', { status: 'withdrawn' })
    publication.change('two', { status: 'draft' })
    publication.change('three', { status: 'scheduled' })
    publication.change('older', null)
    expect(await findProblems(issueManuscript())).toEqual([
      '6: lead.slug: the story is withdrawn, not published',
      '7: stories, entry 2, slug: the story is a draft, not published',
      '7: stories, entry 3, slug: the story is scheduled, not published',
      '8: missed.slug: story not found',
    ])
  })

  it('needs a description of each picture that it shows', async () => {
    const image = {
      id: 'x-0123456789abcdef',
      alt: '',
      altNeeded: true,
      credit: '',
      width: 3,
      height: 2,
    }
    for (const slug of ['lead', 'one', 'older']) publication.change(slug, { image })
    const message = 'the story’s picture needs a description, for screen readers'
    expect(await findProblems(issueManuscript())).toEqual([
      `6: lead.slug: ${message}`,
      `8: missed.slug: ${message}`,
    ])
  })

  it.each([
    [{ preheader: null }, '1: preheader: is missing'],
    [{ preheader: '' }, '4: preheader: is missing'],
    [{ subject: `"${'x'.repeat(121)}"` }, '3: subject: is longer than 120 characters'],
    [{ date: '2026-02-30' }, '5: date: must be a day, such as 2026-11-29'],
    [{ stories: '[{slug: one}, {slug: two}]' }, '7: stories: needs at least three stories'],
    [{ missed: '{slug: one}' }, '7: stories: “one” is in this issue twice: name each story once'],
    [{ lead: '{slug: lead, lin: "x"}' }, '6: lead.lin: unknown field. Did you mean line?'],
  ])('is refused with %j', async (changes, problem) => {
    expect(await findProblems(issueManuscript(changes))).toEqual([problem])
  })

  it('has at most 40 KB, and no pictures or recordings of its own', async () => {
    const paragraph = `${'Several words. '.repeat(70)}\n\n`
    const [guest, subscriber] = await findProblems(issueManuscript({}, paragraph.repeat(40)))
    expect(guest).toMatch(/the email to guests has \d\d\.\d KB of HTML; the limit is 40\.0 KB/)
    expect(subscriber).toContain('the email to subscribers')
    const figure = '::figure{image="a-0123456789abcdef" alt="A" width="3" height="2"}'
    const recording = '::audio{file="a-0123456789abcdef" title="A"}'
    for (const file of [figure, recording]) {
      expect(await findProblems(issueManuscript({}, `A note.\n\n${file}`))).toEqual([
        '10: body: can’t have pictures or recordings: an issue shows its stories’ pictures',
      ])
    }
  })

  it('isn’t prepared from another collection', async () => {
    const path = publication.write(issueManuscript({ collection: 'pages' }))
    expect((await prepareIssue(publication.source, path)).issue).toBeNull()
  })
})

describe('links', () => {
  let origin: string
  const requests: string[] = []

  beforeAll(async () => {
    origin = await startTestServer(({ method, url = '' }, response) => {
      requests.push(`${method} ${url}`)
      const status = url === '/dead' ? 404 : url === '/gone' ? 410 : url === '/moved' ? 302 : 200
      response.writeHead(status, { Location: '/dead' }).end()
    })
  })

  it('are checked once each, and reported with their line', async () => {
    const body =
      `[Dead](${origin}/dead), [alive](${origin}/alive) and [moved](${origin}/moved).\n\n` +
      `[Again](${origin}/alive), [a mail](mailto:a@example.com) and [here](#top).\n\n` +
      '<!-- more -->\n\n[Ours](/gone)'
    const path = publication.write(issueManuscript({}, body))
    const { problems } = await checkIssue({ ...publication.source, siteUrl: origin }, path)
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [10, `the link ${origin}/dead is broken: its server answers with status 404`],
      [16, 'the link /gone is broken: its server answers with status 410'],
    ])
    // The lead story's opening has a link too. A redirect isn't followed.
    expect(requests.sort()).toEqual([
      'HEAD /alive',
      'HEAD /dead',
      'HEAD /gone',
      'HEAD /moved',
      'HEAD /two',
    ])
  })

  it('aren’t followed into private networks, and only as many are followed as an issue can have', async () => {
    const listed = Array.from({ length: maxCheckedLinks }, (_, index) => `[${index}](/a-${index})`)
    const body = `[Metadata](http://169.254.169.254/latest) ${listed.join(' ')}`
    const path = publication.write(issueManuscript({}, body))
    requests.length = 0
    const { problems } = await checkIssue({ ...publication.source, siteUrl: origin }, path)
    expect(problems.map(({ message }) => message)).toEqual([
      'the link http://169.254.169.254/latest points to a private network',
      // The lead story's link is the first.
      ...[maxCheckedLinks - 2, maxCheckedLinks - 1].map(
        (index) =>
          `the link /a-${index} wasn’t checked: only an issue’s first ${maxCheckedLinks} links are`,
      ),
    ])
    expect(requests).toHaveLength(maxCheckedLinks - 1)
  })
})
