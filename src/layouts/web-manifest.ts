import { site } from '../publication/identity.ts'
import { themeColours } from '../styles/theme-colours.ts'

const createIcon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

export const webManifest = {
  id: '/',
  name: site.name,
  short_name: site.shortName,
  description: site.description,
  lang: site.language,
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: themeColours.bar,
  background_color: themeColours.paper,
  categories: ['news', 'magazines'],
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    createIcon('192', 192, 'any'),
    createIcon('512', 512, 'any'),
    createIcon('maskable-192', 192, 'maskable'),
    createIcon('maskable-512', 512, 'maskable'),
  ],
  shortcuts: [
    { name: 'Latest Stories', url: '/latest' },
    { name: 'Search', url: '/search' },
    { name: 'Saved Articles', url: '/saved' },
  ],
} as const
