import { expect, it } from 'vitest'
import {
  createEventStructuredData,
  createProfilePage,
  serialiseStructuredData,
} from './structured-data.ts'

const origin = new URL('https://verandah.example')

it('describes an event as search engines require: name, time and address', () => {
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
    name: 'Downstream',
    startDate: '2023-09-23T04:15:00.000Z',
    endDate: '2023-09-23T12:15:00.000Z',
    location: { '@type': 'Place', name: 'Dhara House', address: 'Dhara House, Kathmandu' },
    url: 'https://verandah.example/events/summit-2023',
  })
})

it('never ends its script element', () => {
  const content = serialiseStructuredData([
    { '@type': 'Person', name: '</script><script>alert(1)//<!--' },
  ])
  expect(content).not.toContain('<')
  expect(JSON.parse(content)['@graph'][0].name).toBe('</script><script>alert(1)//<!--')
})

it('describes an author by what is known', () => {
  const origin = new URL('https://example.com')
  const portrait = { id: 'face-0123456789abcdef', alt: 'R. Roe', width: 3, height: 3 }
  const known = { slug: 'roe', name: 'R. Roe', role: 'Editor', place: 'Galle', portrait }
  expect(Object.keys(createProfilePage(known, origin).mainEntity as object)).toEqual(
    expect.arrayContaining(['jobTitle', 'image', 'workLocation']),
  )
  const bare = createProfilePage({ slug: 'roe', name: 'R. Roe' }, origin).mainEntity as object
  for (const key of ['jobTitle', 'image', 'workLocation']) expect(bare).not.toHaveProperty(key)
})
