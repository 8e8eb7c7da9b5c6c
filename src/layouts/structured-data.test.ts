import { expect, it } from 'vitest'
import { site } from '../publication/identity.ts'
import {
  createArticleStructuredData,
  createEventStructuredData,
  createProfilePage,
  serialiseStructuredData,
} from './structured-data.ts'

const origin = new URL('https://verandah.example')

it('an event has what search engines require: name, time and address', () => {
  const event = {
    slug: 'summit-2023',
    title: 'Downstream',
    dek: 'A day on rivers',
    startsAt: new Date('2023-09-23T04:15:00Z'),
    endsAt: new Date('2023-09-23T12:15:00Z'),
    place: 'Dhara House, Kathmandu',
    image: { id: 'wave-0123456789abcdef', width: 2400, height: 1600 },
  }
  expect(createEventStructuredData(event, origin)).toMatchObject({
    '@type': 'Event',
    '@id': 'https://verandah.example/events/summit-2023#event',
    name: 'Downstream',
    description: 'A day on rivers',
    image: [{ url: expect.stringContaining('/images/wave-0123456789abcdef/1200') }, {}],
    startDate: '2023-09-23T04:15:00.000Z',
    endDate: '2023-09-23T12:15:00.000Z',
    location: { '@type': 'Place', name: 'Dhara House', address: 'Dhara House, Kathmandu' },
    url: 'https://verandah.example/events/summit-2023',
    organizer: { name: site.name, url: 'https://verandah.example/' },
  })
  const moved = { ...event, slug: 'rivers', identifier: 'summit-2023' }
  expect(createEventStructuredData(moved, origin)).toMatchObject({
    '@id': 'https://verandah.example/events/summit-2023#event',
    url: 'https://verandah.example/events/rivers',
  })
})

it.each([
  ['ur', 'ur'],
  [undefined, site.language],
])('a story has the language %s', (language, inLanguage) => {
  const story = {
    slug: 'tea',
    title: 'چائے',
    dek: '',
    language,
    category: 'food',
    tags: [],
    authors: [],
    image: { id: 'cup-0123456789abcdef', width: 3, height: 2 },
    access: 'public' as const,
    corrections: [],
    publishedAt: new Date('2026-11-01'),
    words: 300,
  }
  const id = 'https://verandah.example/tea#article'
  expect(createArticleStructuredData(story, origin)[0]).toMatchObject({ inLanguage, '@id': id })
  const moved = { ...story, slug: 'cup', identifier: 'tea' }
  expect(createArticleStructuredData(moved, origin)[0]).toMatchObject({ '@id': id })
})

it('structured data never ends its script element', () => {
  const content = serialiseStructuredData([
    { '@type': 'Person', name: '</script><script>alert(1)//<!--' },
  ])
  expect(content).not.toContain('<')
  expect(JSON.parse(content)['@graph'][0].name).toBe('</script><script>alert(1)//<!--')
})

it('an author has only the properties that are known', () => {
  const portrait = { id: 'face-0123456789abcdef', alt: 'R. Roe', width: 3, height: 3 }
  const known = { slug: 'roe', name: 'R. Roe', role: 'Editor', place: 'Galle', portrait }
  expect(createProfilePage(known, origin).mainEntity).toMatchObject({
    name: 'R. Roe',
    url: 'https://verandah.example/author/roe',
    jobTitle: 'Editor',
    image: { url: expect.stringContaining('/images/face-0123456789abcdef/') },
    workLocation: { name: 'Galle' },
  })
  const bare = createProfilePage({ slug: 'roe', name: 'R. Roe' }, origin).mainEntity as object
  for (const key of ['jobTitle', 'image', 'workLocation']) expect(bare).not.toHaveProperty(key)
})
