/** Shows a page as it will be printed. Scripts can't switch the screen to print styles, so rules are changed. */

/** Swaps the media of style sheets and rules, and swaps them back. */
export function createPaperStyles() {
  let swapped: (() => void)[] = []

  function swap(media: MediaList) {
    const { mediaText } = media
    const isForPaper = /\bprint\b/.test(mediaText)
    if (!isForPaper && !/\bscreen\b/.test(mediaText)) return
    media.mediaText = isForPaper ? mediaText.replace(/\bprint\b/, 'all') : 'not all'
    swapped.push(() => {
      media.mediaText = mediaText
    })
  }

  // Rules of another document aren't instances of this document's classes.
  function swapRules(rules: CSSRuleList) {
    for (const rule of rules) {
      if ('media' in rule) swap(rule.media as MediaList)
      if ('cssRules' in rule) swapRules(rule.cssRules as CSSRuleList)
    }
  }

  return {
    show(page: Document, isOnPaper: boolean) {
      for (const restore of swapped) restore()
      swapped = []
      // The margin that printers leave white.
      page.body.style.padding = isOnPaper ? '15mm' : ''
      if (!isOnPaper) return
      for (const sheet of page.styleSheets) {
        swap(sheet.media)
        swapRules(sheet.cssRules)
      }
    },
  }
}
