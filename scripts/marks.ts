/**
 * Draws what others show of the publication: the icons of an installed site, and the card beside a
 * link to a page without a picture. Everything comes from public/favicon.svg, src/site.ts and the
 * tokens; the results are committed, so this runs only when one of them changes.
 *
 *     npm run marks
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { socialCard } from '../src/domain/picture-address.ts'
import { site } from '../src/site.ts'
import { themeColours } from '../src/styles/theme-colours.ts'
import { browserOptions } from './local/browser.ts'

const mark = readFileSync('public/favicon.svg', 'utf8')
const arch = /\sd="(M6 [^"]+)"/.exec(mark)![1]!
/** The opening of the arch, between its columns: the outline's second half, from the right one on. */
const doorway = `M22.5 27${arch.slice(arch.indexOf('V16'))}`

/** How much of an icon the mark takes. Of a maskable one only the inner four fifths are sure to show. */
const scales = { any: 1, maskable: 0.74 } as const

function icon(size: number, scale: number): string {
  const inset = (32 - 32 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">
    <path fill="${themeColours.bar}" d="M0 0h32v32H0z"/>
    <path fill="${themeColours['bar-ink']}" transform="translate(${inset} ${inset}) scale(${scale})" d="${arch}"/>
  </svg>`
}

function png(size: number, scale: number): Promise<Buffer> {
  return sharp(Buffer.from(icon(size, scale)))
    .png({ palette: true })
    .toBuffer()
}

/** An icon file with one picture, which may be a PNG: a header, a directory of one, the picture. */
function ico(picture: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(picture.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, picture])
}

/** The deep shade of a dye, which is the one for light paper. */
function dye(name: string): string {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8')
  return new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6})`).exec(tokens)![1]!
}

const font = (name: string) =>
  `data:font/woff2;base64,${readFileSync(`src/styles/fonts/${name}.woff2`, 'base64')}`

/** Arches side by side share their columns; each opens on another dye. */
function arcade(): string {
  const pitch = 16.5
  const dyes = ['madder', 'turmeric', 'leaf', 'peacock', 'indigo', 'jamun', 'lac', 'copper']
  const bays = dyes.map(
    (name, index) => `<g transform="translate(${index * pitch} 0)">
      <path fill="${dye(name)}" d="${doorway}"/>
      <path fill="${themeColours['bar-ink']}" d="${arch}"/>
    </g>`,
  )
  return `<svg viewBox="6 3.4 ${dyes.length * pitch + 3.5} 23.6">${bays.join('')}</svg>`
}

function card(): string {
  const [promise] = site.description.split(',')
  return `<!doctype html><style>
    @font-face { font-family: display; src: url(${font('newsreader-display')}); }
    @font-face { font-family: sans; src: url(${font('hanken-grotesk')}); font-weight: 400 600; }
    body { position: relative; width: ${socialCard.width}px; height: ${socialCard.height}px; margin: 0;
      overflow: hidden; background: ${themeColours.bar}; color: ${themeColours['bar-ink']}; }
    h1 { margin: 0; padding: 84px 84px 0; font: 500 148px/1 display; letter-spacing: -0.02em; }
    p { margin: 0; padding: 26px 90px 0; font: 400 35px/1.35 sans; }
    svg { position: absolute; left: 0; bottom: 0; width: 100%; display: block; }
  </style><h1>${site.name}</h1><p>${promise}.</p>${arcade()}`
}

async function draw(page: Page, html: string): Promise<Buffer> {
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  const drawn = await page.screenshot({ type: 'png' })
  return sharp(drawn).png({ palette: true, colours: 64 }).toBuffer()
}

mkdirSync('public/icons', { recursive: true })
for (const size of [144, 192, 512]) {
  writeFileSync(`public/icons/${size}.png`, await png(size, scales.any))
}
for (const size of [192, 512]) {
  writeFileSync(`public/icons/maskable-${size}.png`, await png(size, scales.maskable))
}
writeFileSync('public/apple-touch-icon.png', await png(180, scales.any))
writeFileSync('public/favicon.ico', ico(await png(32, scales.any), 32))

const browser = await chromium.launch(await browserOptions())
const page = await browser.newPage({ viewport: socialCard })
writeFileSync('public/card.png', await draw(page, card()))
await browser.close()
