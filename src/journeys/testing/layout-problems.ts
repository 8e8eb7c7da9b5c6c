import type { Page } from '@playwright/test'

/** Text spacing of WCAG 2.2, 1.4.12. */
const textSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

/** Finds elements outside the window that can't be scrolled to. */
const findOverflowing = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const isTransformed = (element: Element) =>
      element.closest('[popover], .table, .unseen, .skip, .when, [aria-hidden="true"]') !== null
    return [...document.body.querySelectorAll('*')]
      .filter((element) => !isTransformed(element) && element.checkVisibility())
      .filter((element) => {
        const { left, right, width: wide } = element.getBoundingClientRect()
        return wide > 1 && (right > width + 1 || left < -1)
      })
      .map(
        (element) => `${element.tagName.toLowerCase()}.${element.className} is outside the window`,
      )
  })

/** Finds lines of different texts that overlap. */
const findOverlappingText = (page: Page) =>
  page.evaluate(() => {
    const lines: { rect: DOMRect; node: Text }[] = []
    /** Returns whether an element is for assistive technology only. */
    const isUnseen = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isUnseen(element.parentElement))
    // An open dialog covers the rest.
    const root = document.querySelector(':modal') ?? document.body
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!
      // A table scrolls by itself.
      const isElsewhere = parent.closest('[popover]:not(:modal), .table, .skip') !== null
      const isVisible = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (isElsewhere || !isVisible || isUnseen(parent) || !node.nodeValue!.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        // Only the letters' part of a line counts, because tight lines share their space.
        const inset = rect.height / 4
        const { x, y, width, height } = rect
        const letters = new DOMRect(x, y + inset, width, height - 2 * inset)
        lines.push({ rect: letters, node: node as Text })
      }
    }
    const areOverlapping = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2
    const quote = ({ nodeValue }: Text) => `“${nodeValue!.trim().slice(0, 40)}”`
    return lines.flatMap(({ rect, node }, index) =>
      lines
        .slice(index + 1)
        .filter((other) => other.node !== node && areOverlapping(rect, other.rect))
        .map((other) => `${quote(node)} overlaps ${quote(other.node)}`),
    )
  })

/** Finds fields of one line that are much taller than a line, such as those stretched by a flexible box. */
const findTallFields = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input:not([type="file"], [type="hidden"])')]
      .filter((field) => field.checkVisibility())
      .filter(
        (field) =>
          field.getBoundingClientRect().height > 5 * parseFloat(getComputedStyle(field).fontSize),
      )
      .map(({ name, type }) => `the field ${name || type} is much taller than a line`),
  )

async function findProblems(page: Page): Promise<string[]> {
  const isScrollable = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth
  })
  return [
    ...(isScrollable ? ['the page scrolls sideways'] : []),
    ...(await findOverflowing(page)),
    ...(await findOverlappingText(page)),
    ...(await findTallFields(page)),
  ]
}

/** Lays out the whole page, including parts far below the window. */
export async function layOutWholePage(page: Page) {
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
}

/** Finds elements that don't fit the window, even with the text spacing that readers may set. */
export async function findLayoutProblems(page: Page): Promise<string[]> {
  await layOutWholePage(page)
  const problems = await findProblems(page)
  await page.addStyleTag({ content: textSpacing })
  return [...problems, ...(await findProblems(page)).map((problem) => `spaced out: ${problem}`)]
}

/** Finds problems with text of twice the size, on phones and in large windows, where media queries don't reflect it. */
export async function findLargeTextProblems(page: Page): Promise<string[]> {
  await layOutWholePage(page)
  const style = await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
  const problems: string[] = []
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const found = await findProblems(page)
    problems.push(...found.map((problem) => `large text, ${width} px: ${problem}`))
  }
  await style.evaluate((element) => (element as HTMLElement).remove())
  return problems
}
