/**
 * Checks the product with another publication's data (src/publication/testing/harbour/) in place of src/publication/:
 * its types, and the pages of its site, none of which may contain this publication's words.
 */
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { harbourDocuments } from '../../../src/publication/testing/harbour-documents.ts'
import { wordsOfOurs } from '../../../src/publication/testing/words-of-ours.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import { startFakeFirestore } from '../fakes/firestore/fake-firestore.ts'
import { storeDocuments } from '../sample/store-sample.ts'
import { loadLocalSecrets } from '../stack/local-secrets.ts'
import { listTypesArguments, typesEnvironment } from './types-command.ts'

const folder = resolve('.local/another-publication')
const projectId = 'demo-another-publication'

/** Copies the product into another tree, because Astro, Vite and Node find files by their paths. */
function copyProduct() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const rooms = ['src', 'functions', 'scripts', 'public']
  const files = readdirSync('.', { withFileTypes: true }).filter((entry) => entry.isFile())
  const isSource = (path: string) => !/\.(?:test|spec)\.tsx?$|\/sample\//.test(path)
  for (const name of [...rooms, ...files.map((file) => file.name)])
    cpSync(name, join(folder, name), { recursive: true, filter: isSource })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const others = join(folder, 'src/publication/testing/harbour')
  for (const name of readdirSync(others)) {
    const text = readFileSync(join(others, name), 'utf8').replaceAll("'../../", "'./")
    writeFileSync(join(folder, 'src/publication', name), text)
  }
}

/** Checks types, except in development tools, which depend on our sample. */
async function checkTypes() {
  const site = {
    extends: './tsconfig.json',
    exclude: ['**/testing/**', 'src/journeys', 'scripts/dev', '*.config.*'],
  }
  writeFileSync(join(folder, 'tsconfig.product.json'), JSON.stringify(site))
  for (const project of ['tsconfig.product.json', 'functions']) {
    const { failed, all } = await execa(process.execPath, listTypesArguments(project), {
      cwd: folder,
      env: typesEnvironment,
      all: true,
      reject: false,
    })
    if (failed) throw new Error(`Type errors in another publication (${project}):\n${all}`)
  }
}

async function build(): Promise<string> {
  const firestore = await startFakeFirestore({ port: 0, file: join(folder, 'firestore.sqlite') })
  try {
    const secrets = loadLocalSecrets(join(folder, 'secrets.json'), projectId)
    const environment = {
      FIRESTORE_URL: `http://${firestore.host}`,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_SERVICE_ACCOUNT: secrets.FIREBASE_SERVICE_ACCOUNT,
      FIREBASE_API_KEY: 'key',
      PAYPAL_CLIENT_ID: 'client',
      SEALING_KEYS: secrets.SEALING_KEYS,
      SITE_URL: 'https://harbour.test',
    }
    await storeDocuments(connectFirestore(environment), harbourDocuments)
    const { failed, all } = await execa(process.execPath, ['scripts/build/build-site.ts'], {
      cwd: folder,
      env: environment,
      all: true,
      reject: false,
    })
    if (failed) throw new Error(all)
  } finally {
    await firestore.stop()
  }
  return join(folder, 'dist/client')
}

/** Matches text files, except style sheets, which name every accent colour. */
const isText = (path: string) => /\.(?:html|json|xml|js|txt|webmanifest)$|_headers$/.test(path)

/** Recognises files of the product, not of a publication. */
const isLibrary = (path: string) => path.startsWith('pagefind/')

function findWordsOfOurs(site: string): string[] {
  const paths = readdirSync(site, { recursive: true, encoding: 'utf8' })
  const texts = paths.filter((path) => isText(path) && !isLibrary(path))
  return texts.flatMap((path) => {
    // Leaves out the example address of every form.
    const text = readFileSync(join(site, path), 'utf8').replaceAll('someone@example.com', '')
    const found = wordsOfOurs.filter((word) =>
      // Scripts contain dollar signs of their own, even before numbers.
      word === '$' ? path.endsWith('.html') && /\$\d/.test(text) : text.includes(word),
    )
    return found.map((word) => `${path}: ${word}`)
  })
}

/** Lists ids that several elements of a page share. Two of the other publication's categories have the same colour. */
function listRepeatedIds(html: string): string[] {
  const ids = [...html.matchAll(/<[^<>]*? id="?([^\s"<>]+)/g)].map(([, id]) => id!)
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
}

const pages: Readonly<Record<string, string>> = {
  'index.html': 'section-weather',
  'latest.html': 'Wind from the east',
  'category/boats.html': 'The last ferry',
  'tag/storms.html': 'A wall of rain',
  'author/mira-voss.html': 'Mira Voss',
  'low-water.html': 'The tide came in',
  'subscribe.html': '£48',
  'gift.html': 'Give them a year of slow news',
  'newsletter.html': 'every Saturday',
  'newsletter/2026-10-10.html': 'Good morning from the quay.',
  'events/open-quay.html': 'The fish dock',
  'settings.html': 'Harbour Light',
  'about.html': 'Who we are',
}

copyProduct()
await checkTypes()
const site = await build()
const missing = Object.entries(pages).filter(
  ([path, words]) => !readFileSync(join(site, path), 'utf8').includes(words),
)
for (const [path, words] of missing) console.error(`${path}: doesn’t say “${words}”`)
const repeated = Object.keys(pages).flatMap((path) =>
  listRepeatedIds(readFileSync(join(site, path), 'utf8')).map(
    (id) => `${path}: two elements have the id ${id}`,
  ),
)
for (const line of repeated) console.error(line)
const ours = findWordsOfOurs(site)
for (const line of ours) console.error(line)
console.log(`${Object.keys(pages).length} pages of another publication opened`)
if (missing.length + repeated.length + ours.length > 0) process.exitCode = 1
else rmSync(folder, { recursive: true })
