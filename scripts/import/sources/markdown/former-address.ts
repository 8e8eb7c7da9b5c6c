import { dirname } from 'node:path/posix'
import { type Note, noteLoss } from '../../items/note.ts'
import { getField, toList } from './front-matter-fields.ts'
import { readAddressField, type SiteGenerator, type SourcePage } from './site-generator.ts'

/** Returns a text's addresses on the old site, the best-known first. */
export function resolveFormerAddresses(
  site: SiteGenerator,
  page: SourcePage,
): { readonly addresses: string[]; readonly notes: Note[] } {
  const notes: Note[] = []
  const found = site.findAddresses(page)
  if (found === null) {
    const template = readAddressField(page.data)
    notes.push(
      template === null
        ? noteLoss('not redirected: its old address needs a date or a title, {}', page.path)
        : noteLoss('not redirected: a template creates its old address, {}', template),
    )
  }
  const addresses = [...(found ?? [])]
  for (const alias of toList(getField(page.data, 'aliases', 'alias', 'redirect_from'))) {
    // An alias without a slash is a sibling of the page.
    const siblingPath = `${dirname(addresses[0]?.replace(/\/$/, '') ?? '/')}/${alias}`
    const isRooted = alias.startsWith('/') || site.tool === 'zola' || site.tool === 'hexo'
    addresses.push(/^https?:/.test(alias) ? toPath(alias) : isRooted ? `/${alias}` : siblingPath)
  }
  const normalised = addresses.map((path) => `/${path}`.replace(/\/{2,}/g, '/'))
  // The texts' own links leave out the site's folder.
  const base = site.address === null ? '' : toPath(site.address).replace(/\/$/, '')
  const based =
    base === ''
      ? []
      : normalised.filter((path) => !path.startsWith(`${base}/`)).map((path) => base + path)
  return { addresses: [...new Set([...normalised, ...based])], notes }
}

const toPath = (address: string) => URL.parse(address)?.pathname ?? '/'
