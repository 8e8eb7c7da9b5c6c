/**
 * Stores the templates that Astro compiled, so that rendering new content needs no compilation. Uses Astro's adapter
 * API (`setPrerenderer`, `StaticPaths`) and entry, so Astro's version is pinned.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AstroPrerenderer, RouteData } from 'astro'
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js'
import { isOfferedPath } from '../../src/contracts/pages/offered-paths.ts'
import type { Tag } from '../../src/domain/tag.ts'
import { writeFileAtomically } from '../shared/write-file-atomically.ts'
import { insertStyles } from './insert-styles.ts'
import { removeUnusedHashes } from './page-policy.ts'

type PrerenderApp = {
  readonly manifest: {
    readonly routes: readonly {
      readonly routeData: RouteData
      /** Style sheets, in cascade order. */
      readonly styles: readonly { readonly type: string; readonly content: string }[]
    }[]
    readonly csp: {
      readonly styleHashes: string[]
      readonly styleDirective: {
        readonly hashes: string[]
        readonly resources: readonly unknown[]
      }
    }
  }
  resolveStreaming(): boolean
  setInternals(internals: object): void
  setOptions(options: object): void
  getOptions(): {
    readonly settings: {
      readonly scripts: readonly { readonly stage: string }[]
      readonly config: { readonly build: { readonly server: URL } }
    }
  }
  render(
    request: Request,
    options: { readonly routeData: RouteData; readonly locals: Pick<App.Locals, 'tags'> },
  ): Promise<Response>
}

/** The parts of a compilation outside its bundle. */
type CompilationRecord = {
  readonly id: string
  readonly entry: string
  readonly scripts: readonly { readonly stage: string }[]
}

type CompiledPage = {
  /** The page's path in the site: `latest/2.html`. */
  readonly file: string
  /** Identifies the page's content; undefined if unknown. */
  readonly cacheKey: string | undefined
  render(): Promise<Uint8Array>
}

export type CompiledTemplates = {
  readonly id: string
  listPages(): Promise<CompiledPage[]>
}

export const compiledPath = (state: string) => join(state, 'compiled')
const recordPath = (state: string) => join(compiledPath(state), 'compilation.json')

/** Copies the compiled templates before Astro deletes them. */
export function storeCompiledTemplates(state: string, id: string, prerenderer: AstroPrerenderer) {
  const { app } = prerenderer as AstroPrerenderer & { readonly app: PrerenderApp }
  const { settings } = app.getOptions()
  if (settings.scripts.some(({ stage }) => stage === 'page')) {
    throw new Error(
      'An Astro integration adds a script to every page. Remove it: cached templates can’t contain it.',
    )
  }
  const bundle = fileURLToPath(new URL('.prerender/', settings.config.build.server))
  const record: CompilationRecord = {
    id,
    entry: readdirSync(bundle).find((name) => /^prerender-entry\..*\.mjs$/.test(name))!,
    scripts: settings.scripts,
  }
  const draft = `${compiledPath(state)}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  cpSync(bundle, draft, { recursive: true })
  writeFileAtomically(join(draft, 'compilation.json'), JSON.stringify(record))
  rmSync(compiledPath(state), { recursive: true, force: true })
  renameSync(draft, compiledPath(state))
}

function readCompilationRecord(state: string): CompilationRecord | null {
  return existsSync(recordPath(state)) ? JSON.parse(readFileSync(recordPath(state), 'utf8')) : null
}

export function isCompiled(state: string, id: string): boolean {
  return readCompilationRecord(state)?.id === id
}

function outputPath(pathname: string, { type }: RouteData): string {
  const path = pathname.replace(/^\/+|\/+$/g, '')
  if (type === 'endpoint') return path
  return `${path || 'index'}.html`
}

function styleElements(styles: PrerenderApp['manifest']['routes'][number]['styles']): Buffer {
  if (styles.some(({ type }) => type !== 'inline')) {
    throw new Error(
      'A page has its styles in a file. Inline them: cached templates can’t contain the file.',
    )
  }
  return Buffer.from(styles.map(({ content }) => `<style>${content}</style>`).join(''))
}

/** A policy that allows all inline styles names no hashes, but Astro prepares them for every page. */
function removeUnusedStyleHashes({ csp }: PrerenderApp['manifest']) {
  if (!csp.styleDirective.resources.includes("'unsafe-inline'")) return
  csp.styleHashes.length = 0
  csp.styleDirective.hashes.length = 0
}

/** Throws if there are no stored templates. `tags` are the content's. */
export async function loadCompiledTemplates(
  state: string,
  origin: string,
  tags: readonly Tag[],
): Promise<CompiledTemplates> {
  const record = readCompilationRecord(state)
  if (!record) throw new Error('No compiled templates found. Run the build again.')
  const entry = pathToFileURL(join(compiledPath(state), record.entry)).href
  const { app } = (await import(/* @vite-ignore */ entry)) as { app: PrerenderApp }
  // Astro would copy and hash styles for each page; the policy allows inline styles anyway.
  app.setInternals({ pagesByKeys: new Map(), entrySpecifierToBundleMap: new Map() })
  const styles = new Map(
    app.manifest.routes
      .filter((page) => page.styles.length > 0)
      .map((page) => [page.routeData, styleElements(page.styles)]),
  )
  app.setOptions({
    settings: { scripts: record.scripts },
    logger: { options: { destination: { write: reportWarning } } },
  })
  // Pages are written to files, so nothing is streamed.
  app.resolveStreaming = () => false
  removeUnusedStyleHashes(app.manifest)

  return {
    id: record.id,
    async listPages() {
      const paths = await new StaticPaths(app as never).getAll()
      const offered = paths.filter(({ pathname }) => isOfferedPath(pathname))
      return offered.map(({ pathname, route, cacheKey }) => {
        const file = outputPath(pathname, route)
        const render = async () => {
          // Astro expects the file's extension too.
          const request = new Request(new URL(`/${file}`, origin))
          const response = await app.render(request, { routeData: route, locals: { tags } })
          if (response.status !== 200)
            throw new Error(`/${file} was rendered with status ${response.status}`)
          const bytes = Buffer.from(await response.arrayBuffer())
          if (!file.endsWith('.html')) return bytes
          const styleElement = styles.get(route)
          const page = removeUnusedHashes(bytes)
          return styleElement ? insertStyles(page, styleElement) : page
        }
        return { file, cacheKey, render }
      })
    },
  }
}

function reportWarning({ level, message }: { level: string; message: string }) {
  if (level === 'warn' || level === 'error') console.error(message)
}
