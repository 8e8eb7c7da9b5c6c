/** Content for another publication: one document of each kind that has a page. */
const image = {
  id: 'a-quay-0123456789abcdef',
  alt: 'A quay at low water.',
  credit: 'Mira Voss',
  width: 1600,
  height: 1067,
}

const body = `${'The tide came in before the harbour master did, and it stayed longer. '.repeat(8)}

Nobody had asked it to.`

const stories = [
  { slug: 'low-water', title: 'Low water', category: 'boats', editorsPick: true },
  { slug: 'the-last-ferry', title: 'The last ferry', category: 'boats' },
  { slug: 'a-wall-of-rain', title: 'A wall of rain', category: 'weather', tags: ['storms'] },
  {
    slug: 'wind-from-the-east',
    title: 'Wind from the east',
    category: 'weather',
    access: 'members',
  },
]

export const harbourDocuments = [
  { path: 'authors/mira-voss', fields: { name: 'Mira Voss', body: 'She writes about ports.' } },
  {
    path: 'tags/storms',
    fields: { name: 'Storms', description: 'Stories about storms.', order: 1 },
  },
  ...stories.map(({ slug, ...story }, index) => ({
    path: `articles/${slug}`,
    fields: {
      dek: 'A story of a small port.',
      body,
      tags: [],
      authors: ['mira-voss'],
      image,
      access: 'metered',
      status: 'published',
      publishedAt: new Date(Date.UTC(2026, 9, 1 + index)),
      ...story,
    },
  })),
  {
    path: 'pages/about',
    fields: { title: 'Who we are', dek: 'Three people.', body, revisedAt: new Date('2026-01-01') },
  },
  {
    path: 'pages/terms',
    fields: { title: 'Terms', dek: 'Between us.', body, revisedAt: new Date('2026-01-01') },
  },
  {
    path: 'events/open-quay',
    fields: {
      title: 'Open quay',
      dek: 'An evening by the water.',
      startsAt: new Date('2027-06-05T17:00:00Z'),
      endsAt: new Date('2027-06-05T20:00:00Z'),
      timeZone: 'Europe/London',
      place: 'The fish dock',
      image,
      accentColour: 'slate',
      programme: [],
      body,
    },
  },
  {
    path: 'issues/2026-10-10',
    fields: {
      subject: 'What the tide left',
      preheader: 'Four stories from small ports.',
      date: '2026-10-10',
      lead: { slug: 'low-water' },
      stories: [
        { slug: 'the-last-ferry' },
        { slug: 'a-wall-of-rain' },
        { slug: 'wind-from-the-east' },
      ],
      body: 'Good morning from the quay.',
    },
  },
  {
    path: 'front/home',
    fields: { lead: null, order: [], pins: ['the-last-ferry', 'a-wall-of-rain'] },
  },
]
