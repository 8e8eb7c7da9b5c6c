/**
 * Draws the app icons and the social card from public/favicon.svg, src/publication/identity.ts and
 * src/styles/tokens.css. Run it with `npm run brand-images`. The results are committed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { socialCardSize } from '../../../src/domain/image/image-path.ts'
import { site } from '../../../src/publication/identity.ts'
import { themeColours } from '../../../src/styles/theme-colours.ts'
import { getLaunchOptions } from '../browsers/find-chromium.ts'

const favicon = readFileSync('public/favicon.svg', 'utf8')
const arch = /\sd="(M6 [^"]+)"/.exec(favicon)![1]!
/** The second half of the outline, from the right column. */
const doorway = `M22.5 27${arch.slice(arch.indexOf('V16'))}`

/** Platforms may crop a maskable icon to its inner four fifths. */
const scales = { any: 1, maskable: 0.74 } as const

function renderIcon(size: number, scale: number): string {
  const inset = (32 - 32 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">
    <path fill="${themeColours.bar}" d="M0 0h32v32H0z"/>
    <path fill="${themeColours['bar-ink']}" transform="translate(${inset} ${inset}) scale(${scale})" d="${arch}"/>
  </svg>`
}

function renderPng(size: number, scale: number): Promise<Buffer> {
  return sharp(Buffer.from(renderIcon(size, scale)))
    .png({ palette: true })
    .toBuffer()
}

/** Encodes an icon file with one PNG: a header, a directory of one, the image. */
function encodeIco(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(image.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, image])
}

/** Returns a colour's deep shade, which is for light themes. */
function readAccentColour(name: string): string {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8')
  return new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6})`).exec(tokens)![1]!
}

const readFont = (name: string) =>
  `data:font/woff2;base64,${readFileSync(`src/styles/fonts/${name}.woff2`, 'base64')}`

/** Draws a row of arches in different colours; neighbours share a column. */
function renderArcade(): string {
  const pitch = 16.5
  const accentColours = [
    'madder',
    'turmeric',
    'leaf',
    'peacock',
    'indigo',
    'jamun',
    'lac',
    'copper',
  ]
  const bays = accentColours.map(
    (name, index) => `<g transform="translate(${index * pitch} 0)">
      <path fill="${readAccentColour(name)}" d="${doorway}"/>
      <path fill="${themeColours['bar-ink']}" d="${arch}"/>
    </g>`,
  )
  return `<svg viewBox="6 3.4 ${accentColours.length * pitch + 3.5} 23.6">${bays.join('')}</svg>`
}

function renderCard(): string {
  const [promise] = site.description.split(',')
  return `<!doctype html><style>
    @font-face { font-family: display; src: url(${readFont('newsreader-display')}); }
    @font-face { font-family: sans; src: url(${readFont('hanken-grotesk')}); font-weight: 400 600; }
    body { position: relative; width: ${socialCardSize.width}px; height: ${socialCardSize.height}px; margin: 0;
      overflow: hidden; background: ${themeColours.bar}; color: ${themeColours['bar-ink']}; }
    h1 { margin: 0; padding: 84px 84px 0; font: 500 148px/1 display; letter-spacing: -0.02em; }
    p { margin: 0; padding: 26px 90px 0; font: 400 35px/1.35 sans; }
    svg { position: absolute; left: 0; bottom: 0; width: 100%; display: block; }
  </style><h1>${site.name}</h1><p>${promise}.</p>${renderArcade()}`
}

async function drawHtml(page: Page, html: string): Promise<Buffer> {
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  const drawn = await page.screenshot({ type: 'png' })
  return sharp(drawn).png({ palette: true, colours: 64 }).toBuffer()
}

mkdirSync('public/icons', { recursive: true })
for (const size of [144, 192, 512]) {
  writeFileSync(`public/icons/${size}.png`, await renderPng(size, scales.any))
}
for (const size of [192, 512]) {
  writeFileSync(`public/icons/maskable-${size}.png`, await renderPng(size, scales.maskable))
}
writeFileSync('public/apple-touch-icon.png', await renderPng(180, scales.any))
writeFileSync('public/favicon.ico', encodeIco(await renderPng(32, scales.any), 32))

const browser = await chromium.launch(await getLaunchOptions())
const page = await browser.newPage({ viewport: socialCardSize })
writeFileSync('public/card.png', await drawHtml(page, renderCard()))
await browser.close()
