/**
 * Tables of everything stored in readers' browsers, and of the codes stored about readers. They replace the `::cookies`
 * directive when a page is built, so that they always match the code.
 */
import {
  cacheStorageItems,
  cookies,
  databaseItems,
  localStorageItems,
  type StoredItem,
  sessionStorageItems,
} from '../contracts/device-storage.ts'
import { otherItems } from '../contracts/other-services-storage.ts'
import { storedCodes } from '../contracts/stored-codes.ts'

/** The directive as rendered by content/markdown.ts. */
export const deviceStoragePlaceholder = '<div data-device-storage></div>\n'

const places = {
  cookie: 'Cookie',
  localStorage: 'Local storage',
  sessionStorage: 'Session storage',
}

function renderTable(
  label: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = (tag: string, texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${text}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`)
  return (
    `<section class="table" aria-label="${label}" tabindex="0"><table>` +
    `<thead><tr>${cells('th', headings)}</tr></thead><tbody>${body.join('')}</tbody></table></section>`
  )
}

const renderName = (name: string) => `<code>${name}</code>`

const renderItems = (label: string, items: readonly StoredItem[]) =>
  renderTable(
    label,
    ['Name', 'Purpose', 'Stored'],
    items.map(({ name, purpose, lifetime }) => [renderName(name), purpose, lifetime]),
  )

/** Renders a part that is closed at first, because the tables are long. */
const fold = (title: string, ...parts: readonly string[]) =>
  `<details><summary>${title}</summary>\n${parts.join('\n')}</details>`

/** We write the texts, so they need no escaping. */
function renderDeviceStorage(): string {
  const others = otherItems.map(({ name, place, setBy, purpose, lifetime }) => [
    renderName(name),
    places[place],
    setBy,
    purpose,
    lifetime,
  ])
  return [
    fold('Cookies we set', renderItems('Cookies we set', cookies)),
    fold(
      'What we store in your browser',
      '<p>In local storage, which only this browser has:</p>',
      renderItems('Local storage', localStorageItems),
      '<p>In session storage, which is for one tab:</p>',
      renderItems('Session storage', sessionStorageItems),
      '<p>In cache storage, for reading offline:</p>',
      renderItems('Cache storage', cacheStorageItems),
      '<p>In a database, which only this browser has:</p>',
      renderItems('Database', databaseItems),
    ),
    fold(
      'What other services set',
      '<p>They’re only set where you use these services, which may also set cookies on their own sites, where you log in or pay.</p>',
      renderTable(
        'What other services set',
        ['Name', 'Where', 'Set by', 'Purpose', 'Stored'],
        others,
      ),
    ),
    fold(
      'Codes we store',
      renderTable(
        'Codes we store',
        ['Made from', 'Purpose', 'Stored'],
        storedCodes.map(({ source, purpose, lifetime }) => [source, purpose, lifetime]),
      ),
    ),
  ].join('\n')
}

export const insertDeviceStorage = (html: string): string =>
  html.replaceAll(deviceStoragePlaceholder, renderDeviceStorage)
