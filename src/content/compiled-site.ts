/**
 * The templates as Astro compiled them, kept between builds: new content is rendered by them in a
 * second, without Vite and without compiling anything. Knows nothing of the content and writes no
 * page. Built on Astro's prerenderer (`setPrerenderer` and `StaticPaths` of its adapter API) and on
 * what Astro's own prerenderer does with its entry; the pinned version matters here.
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
import { writeWhole } from './mirror.ts'
import { withOwnPolicy } from './page-policy.ts'

/** The part of Astro's prerender entry that is used. */
type PrerenderApp = {
  readonly manifest: {
    readonly routes: readonly {
      readonly routeData: RouteData
      /** In the order of the cascade. */
      readonly styles: readonly { readonly type: string; readonly content: string }[]
    }[]
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
  render(request: Request, options: { readonly routeData: RouteData }): Promise<Response>
}

/** What of a compilation is not in the bundle itself. */
type Notes = {
  /** Identifies the code and the settings that were compiled. */
  readonly id: string
  readonly entry: string
  readonly scripts: readonly { readonly stage: string }[]
}

export type CompiledPage = {
  /** Where it lies in the site: `latest/2.html`. */
  readonly file: string
  /** What its content depends on; undefined where the page does not say. */
  readonly cacheKey: string | undefined
  render(): Promise<Uint8Array>
}

export type CompiledSite = {
  readonly id: string
  /** Every page of the site as the content is now. */
  pages(): Promise<CompiledPage[]>
}

export const compiledFolder = (state: string) => join(state, 'compiled')
const notesOf = (state: string) => join(compiledFolder(state), 'notes.json')

/** Copies what Astro has compiled aside, before it throws it away. */
export function keepCompiledSite(state: string, id: string, prerenderer: AstroPrerenderer) {
  const { app } = prerenderer as AstroPrerenderer & { readonly app: PrerenderApp }
  const { settings } = app.getOptions()
  if (settings.scripts.some(({ stage }) => stage === 'page')) {
    throw new Error('An integration adds a script to every page, which kept templates do not have.')
  }
  const bundle = fileURLToPath(new URL('.prerender/', settings.config.build.server))
  const notes: Notes = {
    id,
    entry: readdirSync(bundle).find((name) => /^prerender-entry\..*\.mjs$/.test(name))!,
    scripts: settings.scripts,
  }
  const draft = `${compiledFolder(state)}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  cpSync(bundle, draft, { recursive: true })
  writeWhole(join(draft, 'notes.json'), JSON.stringify(notes))
  rmSync(compiledFolder(state), { recursive: true, force: true })
  renameSync(draft, compiledFolder(state))
}

function readNotes(state: string): Notes | null {
  return existsSync(notesOf(state)) ? JSON.parse(readFileSync(notesOf(state), 'utf8')) : null
}

/** Whether the templates kept in this state folder were compiled from this code. */
export function isCompiled(state: string, id: string): boolean {
  return readNotes(state)?.id === id
}

function fileOf(pathname: string, { type }: RouteData): string {
  const path = pathname.replace(/^\/+|\/+$/g, '')
  if (type === 'endpoint') return path
  return `${path || 'index'}.html`
}

function styleElements(styles: PrerenderApp['manifest']['routes'][number]['styles']): Buffer {
  if (styles.some(({ type }) => type !== 'inline')) {
    throw new Error('A page has styles in a file, which kept templates do not have.')
  }
  return Buffer.from(styles.map(({ content }) => `<style>${content}</style>`).join(''))
}

/** What Astro writes before the first island of a page, where HTML allows no style. */
const islandStyle = Buffer.from(
  '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>',
)

/** The page with its styles where Astro would have put them: last in the head. */
function withStyles(page: Buffer, styles: Buffer): Uint8Array {
  const endOfHead = page.indexOf('</head>')
  if (endOfHead < 0) throw new Error('A page with styles has no head to put them into.')
  const head = [page.subarray(0, endOfHead), styles]
  const island = page.indexOf(islandStyle, endOfHead)
  if (island < 0) return Buffer.concat([...head, page.subarray(endOfHead)])
  const [before, after] = [
    page.subarray(endOfHead, island),
    page.subarray(island + islandStyle.length),
  ]
  return Buffer.concat([...head, islandStyle, before, after])
}

/** Of a page without what its policy does not need to say. */
async function bytesOf(response: Response, file: string): Promise<Buffer> {
  if (!file.endsWith('.html')) return Buffer.from(await response.arrayBuffer())
  return Buffer.from(withOwnPolicy(await response.text()))
}

/** Loads the kept templates, for a site at this origin. Throws where there are none. */
export async function loadCompiledSite(state: string, origin: string): Promise<CompiledSite> {
  const notes = readNotes(state)
  if (!notes) throw new Error('No templates have been compiled yet.')
  const entry = pathToFileURL(join(compiledFolder(state), notes.entry)).href
  const { app } = (await import(/* @vite-ignore */ entry)) as { app: PrerenderApp }
  // Told of no styles, Astro renders pages without: it would copy and hash them again for each page,
  // though nobody needs the hashes, because the pages' policy allows styles as they are.
  app.setInternals({ pagesByKeys: new Map(), entrySpecifierToBundleMap: new Map() })
  const styles = new Map(
    app.manifest.routes
      .filter((page) => page.styles.length > 0)
      .map((page) => [page.routeData, styleElements(page.styles)]),
  )
  app.setOptions({
    settings: { scripts: notes.scripts },
    logger: { options: { destination: { write: reportWarning } } },
  })
  // Whole pages are written to files: there is nothing to stream to.
  app.resolveStreaming = () => false

  return {
    id: notes.id,
    async pages() {
      const paths = await new StaticPaths(app as never).getAll()
      return paths.map(({ pathname, route, cacheKey }) => {
        const file = fileOf(pathname, route)
        const render = async () => {
          // As Astro asks for it, with the ending that the file has.
          const request = new Request(new URL(`/${file}`, origin))
          const response = await app.render(request, { routeData: route })
          if (response.status !== 200)
            throw new Error(`/${file} was rendered as ${response.status}`)
          const bytes = await bytesOf(response, file)
          const own = styles.get(route)
          return own ? withStyles(bytes, own) : bytes
        }
        return { file, cacheKey, render }
      })
    },
  }
}

/** Astro's levels, as its logger names them. */
function reportWarning({ level, message }: { level: string; message: string }) {
  if (level === 'warn' || level === 'error') console.error(message)
}
