import { expect, it } from 'vitest'
import { createExportReader } from '../testing/read-export.ts'
import { readBloggerExport } from './read-blogger.ts'

const { readText: readFeed } = createExportReader(readBloggerExport)

const escapeXml = (html: string) =>
  html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const buildFeed = (...entries: string[]) =>
  `<?xml version='1.0' encoding='UTF-8'?><feed xmlns='http://www.w3.org/2005/Atom'><id>tag:blogger.com,1999:blog-1.archive</id><title>River</title>${entries.join('')}</feed>`

const kind = (name: string) =>
  `<category scheme='http://schemas.google.com/g/2005#kind' term='http://schemas.google.com/blogger/2008/kind#${name}'/>`
const backupEntry = (id: string, inner: string) =>
  `<entry><id>tag:blogger.com,1999:blog-1.${id}</id><published>2013-09-10T09:30:00.002-07:00</published><updated>2014-03-05T14:33:50.552-08:00</updated>${inner}<author><name>Meher</name><email>noreply@blogger.com</email></author></entry>`
const link = (path: string) =>
  `<link rel='alternate' type='text/html' href='http://river.blogspot.com${path}'/>`
const takeoutEntry = (status: string, inner = '') =>
  `<entry><id>tag:blogger.com,1999:blog-1.post-7</id><blogger:type>POST</blogger:type><blogger:status>${status}</blogger:status><author><name>Meher</name><blogger:type>BLOGGER</blogger:type></author><title>A boat</title><content type="html">Text.</content><published>2019-11-09T19:43:00.001Z</published><category scheme="tag:blogger.com,1999:blog-1" term="Boats"/><blogger:filename>/2019/11/a-boat.html</blogger:filename>${inner}</entry>`

it('the Blogger reader reads posts, pages and drafts from a backup, and counts comments', async () => {
  const labels = "<category scheme='http://www.blogger.com/atom/ns#' term='Life of boats'/>"
  const draft = '<app:control><app:draft>yes</app:draft></app:control>'
  const { site, posts, authors, excluded } = await readFeed(
    buildFeed(
      backupEntry('settings.BLOG_NAME', `${kind('settings')}<content>x</content>`),
      backupEntry(
        'post-2',
        `${kind('post')}${labels}<title>A ferry</title><content type='html'>${escapeXml('One.<br/><a name="more"></a>Two <a href="http://river.blogspot.com/2013/09/b.html">b</a>.')}</content>${link('/2013/09/a-ferry.html')}`,
      ),
      backupEntry('page-3', `${kind('page')}<title>About</title>${link('/p/about.html')}`),
      backupEntry('post-4', `${draft}${kind('post')}<title>Secret</title><content>x</content>`),
      backupEntry(
        'post-5',
        `${kind('comment')}<thr:in-reply-to ref='tag:blogger.com,1999:blog-1.post-2'/><content>Nice</content>`,
      ),
    ),
  )
  expect(site?.address).toBe('http://river.blogspot.com')
  expect(authors.map(({ name }) => name)).toEqual(['Meher'])
  expect(excluded).toEqual([])
  expect(posts).toMatchObject([
    {
      kind: 'article',
      sourceId: 'blogger:post-2',
      slug: 'a-ferry',
      body: 'One.\n\n<!-- more -->\n\nTwo [b](/2013/09/b.html).',
      status: 'published',
      tags: ['Life of boats'],
      categories: ['Life of boats'],
      publishedAt: new Date('2013-09-10T16:30:00Z'),
      formerAddresses: ['/2013/09/a-ferry.html'],
      notes: ['one comment not imported'],
    },
    { kind: 'page', slug: 'about', formerAddresses: ['/p/about.html'] },
    { title: 'Secret', status: 'draft', formerAddresses: [] },
  ])
})

it.each([
  ['LIVE', 'published'],
  ['SCHEDULED', 'scheduled'],
  ['DRAFT', 'draft'],
  ['ODD', 'draft'],
  ['', 'draft'],
])('a Takeout’s entry that is %s is read as %s', async (written, status) => {
  const { posts, site } = await readFeed(buildFeed(takeoutEntry(written)))
  expect(site?.address).toBeNull()
  expect(posts).toMatchObject([{ slug: 'a-boat', status, tags: ['Boats'] }])
})

it.each([
  ['<app:control><app:draft>no</app:draft></app:control>', 'published'],
  ['<app:control><app:draft> YES </app:draft></app:control>', 'draft'],
  ['<app:control><app:draft>true</app:draft></app:control>', 'draft'],
  ['<app:control/>', 'draft'],
  ['<ns1:control><ns1:draft>yes</ns1:draft></ns1:control>', 'draft'],
  ['<control><draft>yes</draft></control>', 'draft'],
])('a backup’s entry with %s is read as %s', async (control, status) => {
  const entry = backupEntry('post-2', `${control}${kind('post')}<content>x</content>`)
  expect((await readFeed(buildFeed(entry))).posts).toMatchObject([{ status }])
})

it('Blogger posts in the trash are left out', async () => {
  const { posts, excluded } = await readFeed(buildFeed(takeoutEntry('SOFT_TRASHED')))
  expect(posts).toEqual([])
  expect(excluded).toMatchObject([{ sourceId: 'blogger:post-7', reason: 'is in the trash' }])
})

it.each([
  [
    '<div class="separator"><a href="https://blogger.googleusercontent.com/img/a/x=s1200"><img src="https://blogger.googleusercontent.com/img/a/x=w640-h480" alt="B"></a></div>',
    '::figure{src="https://blogger.googleusercontent.com/img/a/x=s1600" alt="B"}',
  ],
  [
    '<table class="tr-caption-container"><tr><td><a href="http://1.bp.blogspot.com/-a/b/s1600/c.jpg"><img src="http://1.bp.blogspot.com/-a/b/s320/c.jpg"></a></td></tr><tr><td class="tr-caption">The <i>ferry</i></td></tr></table>',
    '::figure{src="http://1.bp.blogspot.com/-a/b/s1600/c.jpg" alt="" caption="The ferry"}',
  ],
])('the largest copy of a Blogger picture is used, with its caption: %s', async (html, body) => {
  const content = `<content>${escapeXml(html)}</content>`
  const { posts } = await readFeed(buildFeed(backupEntry('post-2', `${kind('post')}${content}`)))
  expect(posts[0]?.body).toBe(body)
})

it.each([
  ['<rss><channel/></rss>', /begins with <rss>/],
  ['<feed><id>tag:other.example</id><entry><id>x</id></entry></feed>', /isn’t a Blogger export/],
  [buildFeed(takeoutEntry('LIVE')).slice(0, -20), /is incomplete/],
  ['<!DOCTYPE feed [<!ENTITY a "b">]><feed/>', /declares entities/],
])('the Blogger reader refuses %s', async (xml, reason) => {
  expect((await readFeed(xml)).failure?.reason).toMatch(reason)
})
