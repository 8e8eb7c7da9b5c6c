/**
 * Checks that the documentation's code spans, links and fenced blocks mention only files, headings,
 * commands, variables, names, routes and pages that exist, and that two tables in scripts/dev name every script and
 * package in package.json.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export type Project = {
  /** Returns whether a file, a folder or a match of a glob pattern exists, relative to the repository's root. */
  readonly hasFile: (path: string) => boolean
  /** Lists a Markdown file's headings as fragments of its address. */
  readonly listFragments: (path: string) => readonly string[]
  readonly words: ReadonlySet<string>
  readonly npmScripts: readonly string[]
  readonly checkSteps: readonly string[]
  readonly deskCommands: readonly string[]
  /** `GET /api/saved/:slug` or `GET /category/:slug`; `*` matches any rest. */
  readonly routes: readonly string[]
}

const fencePattern = /^( *)```.*\n([\s\S]*?)^\1```$/gm
const codeSpanPattern = /`([^`\n]+)`/g
const linkPattern = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g
const routePattern = /^(?:(GET|POST|PUT|PATCH|DELETE|HEAD) )?(\/[\w/{}:.-]*)$/
const commandPattern =
  /\bnpm (?:(start|test)\b|run (?:--silent )?([\w:-]+))(?: -- ([^\n"'`#|&>)]*))?/g
const quotedStepsPattern = /\bnpm test -- '([^']+)'/g
const variablePattern = /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{5,})(?:=.*)?$/
/** Requires an inner capital, so that plain words and values aren't taken for names. */
const identifierPattern = /^([a-z][a-z0-9]*[A-Z]\w*)(?:\(\))?$/
const pathPattern = /^[\w.@*{}[\],/-]+$/
const sourceExtension = /\.(?:tsx?|astro|css|mjs|cjs|py|toml|rules|md|json)$/
/** Matches manuscripts and reports, which aren't in the repository. */
const isExample = /^(?!README\.md$)[^/]+\.md$/
/** Folders that a build or an installation creates. */
const generatedFolders = ['dist', '.local', '.wrangler', 'node_modules']
/** Variables that other programs read: wrangler and Node. */
const foreignVariables = ['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ACCOUNT_ID', 'NODE_OPTIONS']
/** Matches PayPal's routes. Ours have no version. */
const foreignRoutePattern = /^\/v\d\//

/** Returns a line for each mention of a name that doesn't exist. `path` is the document's, from the root. */
export function checkDocument(path: string, markdown: string, project: Project): string[] {
  const blocks = [...markdown.matchAll(fencePattern)].map(([, , block]) => block!)
  const prose = markdown.replace(fencePattern, '')
  const codeSpans = [...prose.matchAll(codeSpanPattern)].map(([, text]) => text!.trim())
  const problems = [
    ...[...prose.replace(codeSpanPattern, '').matchAll(linkPattern)].flatMap(
      ([, target, fragment]) => checkLink(path, target!, fragment, project),
    ),
    ...[...codeSpans, ...blocks].flatMap((text) => checkCommands(text, project)),
    ...blocks.flatMap((block) => checkBlockVariables(block, project)),
    ...codeSpans.flatMap((text) => checkCodeSpan(path, text, project)),
  ]
  return [...new Set(problems)].map((problem) => `${path}: ${problem}`)
}

function checkLink(path: string, target: string, fragment: string | undefined, project: Project) {
  const file = target === '' ? path : normalize(join(dirname(path), target))
  if (!project.hasFile(file)) return [`file not found: ${target}`]
  if (fragment === undefined) return []
  const readme = file.endsWith('.md') ? file : join(file, 'README.md')
  return project.listFragments(readme).includes(fragment)
    ? []
    : [`heading not found: ${target}#${fragment}`]
}

function checkCommands(text: string, project: Project): string[] {
  const steps = [...text.matchAll(quotedStepsPattern)].map(([, step]) => step!)
  const problems = steps
    .filter((step) => !project.checkSteps.includes(step))
    .map((step) => `check step not found: ${step}`)
  for (const [, plain, script, rest = ''] of text.matchAll(commandPattern)) {
    const name = plain ?? script!
    if (!project.npmScripts.includes(name)) problems.push(`script not found: npm run ${name}`)
    const args = rest.split(/\s+/).filter((arg) => arg !== '' && !arg.startsWith('-'))
    if (name === 'desk' && args[0]) problems.push(...checkDeskCommand(args, project))
    if (name !== 'test') continue
    for (const step of args) {
      if (!project.checkSteps.includes(step)) problems.push(`check step not found: ${step}`)
    }
  }
  return problems
}

function checkDeskCommand([command = '', topic]: readonly string[], project: Project): string[] {
  const name = command === 'help' ? topic : command
  const isPlaceholder = name === undefined || /^[A-Z]+$/.test(name)
  return isPlaceholder || project.deskCommands.includes(name)
    ? []
    : [`desk command not found: ${name}`]
}

function checkBlockVariables(block: string, { words }: Project): string[] {
  return [...block.matchAll(/\$(\w+)|\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g)]
    .map(([, read, named]) => read ?? named!)
    .filter((name) => /^[A-Z][A-Z0-9]*_/.test(name) && !isKnownWord(name, words))
    .map((name) => `variable not found: ${name}`)
}

const isKnownWord = (name: string, words: ReadonlySet<string>) =>
  words.has(name) || foreignVariables.includes(name)

function checkCodeSpan(path: string, text: string, project: Project): string[] {
  const deskCommand = /^desk ([\w-]+)(?: ([\w-]+))?/.exec(text)
  if (deskCommand) return checkDeskCommand(deskCommand.slice(1), project)
  const route = routePattern.exec(text)
  if (route) return checkRoute(route[1], route[2]!, project)
  const name = variablePattern.exec(text)?.[1] ?? identifierPattern.exec(text)?.[1]
  if (name && !project.hasFile(text)) {
    return isKnownWord(name, project.words) ? [] : [`name not found in the code: ${name}`]
  }
  return checkPath(path, text, project)
}

function checkRoute(method: string | undefined, path: string, { routes }: Project): string[] {
  if (foreignRoutePattern.test(path)) return []
  const exists = routes.some((route) => {
    const [routeMethod, pattern = ''] = route.split(' ')
    return (method === undefined || method === routeMethod) && matchesRoute(pattern, path)
  })
  return exists ? [] : [`route not found: ${method ? `${method} ` : ''}${path}`]
}

/** `{slug}` and `:slug` match a parameter. A literal does too, except as the first segment. */
function matchesRoute(pattern: string, path: string): boolean {
  const actual = path.split('/').slice(1)
  const expected = pattern.split('/').slice(1)
  const rest = expected.indexOf('*')
  if (rest === -1 && actual.length !== expected.length) return false
  if (rest > 0 && actual.length < rest) return false
  return (rest === -1 ? expected : expected.slice(0, rest)).every((segment, at) => {
    const isParameter = /^(?:\{.+\}|:.+)$/.test(actual[at]!)
    if (!segment.startsWith(':')) return segment === actual[at]
    return isParameter || at > 0
  })
}

function checkPath(readme: string, text: string, { hasFile }: Project): string[] {
  if (!pathPattern.test(text)) return []
  const [first = ''] = text.split('/')
  if (generatedFolders.includes(first)) return []
  const isPath = text.includes('/')
    ? text.endsWith('/') ||
      sourceExtension.test(text) ||
      ['src', 'functions', 'scripts'].includes(first)
    : sourceExtension.test(text) && !isExample.test(text)
  if (!isPath) return []
  const folder = dirname(readme)
  const candidates = [
    text,
    join(folder, text),
    ...(text.includes('/') ? [] : [join(folder, '**', text)]),
    ...(text.startsWith('*') ? [`{src,functions,scripts}/**/${text}`] : []),
  ]
  return candidates.some(hasFile) ? [] : [`file not found: ${text}`]
}

/** Returns a line for each script of package.json that the table of commands in scripts/dev/README.md lacks. */
export function checkCommandTable(
  markdown: string,
  { scripts = {} }: { readonly scripts?: Readonly<Record<string, string>> },
): string[] {
  const commands = listFirstCells(markdown, '| command | does |').join()
  const named = [...commands.matchAll(commandPattern)].map(([, plain, script]) => plain ?? script!)
  return Object.keys(scripts)
    .filter((script) => !named.includes(script))
    .map((script) => `the table of commands lacks ${script}`)
}

type Packages = Partial<
  Record<
    'dependencies' | 'devDependencies' | 'optionalDependencies',
    Readonly<Record<string, string>>
  >
>

/** Returns a line for each package that the table in scripts/dev/dependencies.md lacks or no longer needs. */
export function checkPackageTable(markdown: string, manifest: Packages): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const patterns = listFirstCells(markdown, '| package | for |').flatMap((cell) =>
    cell.replace(/ \(.*?\)/g, '').split(', '),
  )
  const matches = (name: string, pattern: string) =>
    pattern.endsWith('…') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
  return [
    ...packages
      .filter((name) => !patterns.some((pattern) => matches(name, pattern)))
      .map((name) => `the table of packages lacks ${name}`),
    ...patterns
      .filter((pattern) => !packages.some((name) => matches(name, pattern)))
      .map((pattern) => `package.json lacks ${pattern}`),
  ]
}

/** Lists the first cells in the rows of the table with this head. */
function listFirstCells(markdown: string, head: string): string[] {
  const lines = markdown.split('\n')
  const rows = lines.slice(lines.indexOf(head) + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return rows.slice(0, end === -1 ? rows.length : end).map((row) => row.split('|')[1]!.trim())
}

/** Follows GitHub: lowercase, without punctuation, spaces as hyphens. */
function listHeadingFragments(markdown: string): string[] {
  return [...markdown.replace(fencePattern, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** `src/pages/tag/[tag]/[...page].astro` is `GET /tag/:tag/*`, which matches /tag/:tag as well. */
function toPageRoute(file: string): string {
  const path = file
    .replace(/^src\/pages/, '')
    .replace(/(?:\/index)?\.(?:astro|ts)$/, '')
    .replace(/\[\.\.\.\w+\]/g, '*')
    .replace(/\[(\w+)\]/g, ':$1')
  return `GET ${path === '' ? '/' : path}`
}

const listFiles = (pattern: string) => globSync(pattern).map((file) => file.replaceAll('\\', '/'))

async function readProject(): Promise<Project> {
  const sources = [
    ...listFiles('{src,functions,scripts}/**/*.{ts,tsx,astro,mjs,css,py}'),
    ...listFiles('*.{ts,mjs,toml,json}'),
  ].filter((file) => !/\/check-docs|^package-lock|worker-configuration\.d\.ts$/.test(file))
  const words = new Set(
    sources.flatMap((file) => readFileSync(file, 'utf8').match(/[A-Za-z]\w*/g) ?? []),
  )
  const { app } = await import('../../../functions/testing/route-table.ts')
  const pages = listFiles('src/pages/**/[!_]*.{astro,ts}').filter(
    (file) => !file.includes('missing'),
  )
  const stepSource = readFileSync('scripts/dev/checks/check-steps.ts', 'utf8')
  return {
    hasFile: (path) => existsSync(path) || globSync(path).length > 0,
    listFragments: (path) => listHeadingFragments(readFileSync(path, 'utf8')),
    words,
    npmScripts: Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts),
    checkSteps: [...stepSource.matchAll(/(?:create\w+Step\(\s*|\bname: )'([^']+)'/g)].map(
      ([, name]) => name!,
    ),
    deskCommands: listFiles('scripts/{desk,import}/**/*-command.ts').map((file) =>
      file.replace(/^.*\/|-command\.ts$/g, ''),
    ),
    routes: [
      ...app.routes
        .map(({ method, path }) => `${method} ${path}`)
        .filter((route) => !/ (?:\/api)?\/?\*$/.test(route)),
      ...pages.map(toPageRoute),
      // `[page].astro` serves these pages.
      ...listFiles('scripts/dev/sample/pages/*.md').map((file) =>
        toPageRoute(file.replace(/^.*\/(.+)\.md$/, 'src/pages/$1.astro')),
      ),
    ],
  }
}

/** Bytes: the README is a map; everything else is documented in its folder. */
const maxReadmeSize = 8192

/** Recognises articles, pages and other documents of a publication, which are content. */
const isContent = (path: string) => path.startsWith('scripts/dev/sample/')

if (import.meta.main) {
  const project = await readProject()
  const documents = [
    'README.md',
    'CHANGELOG.md',
    ...listFiles('.github/*.md'),
    ...listFiles('{src,functions,scripts}/**/*.md').filter((path) => !isContent(path)),
  ]
  const read = (path: string) => readFileSync(path, 'utf8')
  const problems = documents.flatMap((path) => checkDocument(path, read(path), project))
  const manifest = JSON.parse(read('package.json'))
  const tables = [
    ['scripts/dev/README.md', checkCommandTable],
    ['scripts/dev/dependencies.md', checkPackageTable],
  ] as const
  for (const [path, check] of tables) {
    problems.push(...check(read(path), manifest).map((problem) => `${path}: ${problem}`))
  }
  const size = readFileSync('README.md').byteLength
  if (size > maxReadmeSize) problems.push(`README.md: ${size} bytes, at most ${maxReadmeSize}`)
  for (const problem of problems) console.error(problem)
  console.log(`${documents.length} documents checked`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
