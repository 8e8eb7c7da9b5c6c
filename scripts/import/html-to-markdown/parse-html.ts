/** Parses HTML, with limits on the size and depth of the tree that protect every later step. */
import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser, type Token } from 'parse5'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'

/** Characters. A body may have 900,000 in Markdown; its HTML is seldom twice as long. */
const maxHtmlLength = 4_000_000
/** Chromium's own limit is 512 open elements. */
const maxDepth = 200
const maxNodes = 100_000
const maxAttributes = 2_000
/** Characters per write, so that a tag of a million attributes is refused before parse5 compares them. */
const chunkLength = 16_384

export type ParsedHtml = {
  readonly root: Root
  /** True if elements were nested too deep; their text is kept. */
  readonly isFlattened: boolean
}

/** The part of parse5's tokenizer that its types keep private. */
type TokenizerState = { readonly currentToken: Partial<Token.TagToken> | null }

class HtmlLimitError extends Error {}

/** Elements whose content isn't HTML and must not become text. They can't be nested. */
const rawTextElements = new Set(
  'script style textarea title xmp iframe noembed noframes plaintext'.split(' '),
)

/** Ignores the tags of elements nested too deep, and keeps their content. */
class ShallowParser extends Parser<DefaultTreeAdapterMap> {
  isFlattened = false

  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.stackTop < maxDepth || rawTextElements.has(token.tagName)) {
      super.onStartTag(token)
    } else {
      this.isFlattened = true
    }
  }
}

function createCountingAdapter() {
  let nodes = 0
  const withCount = <Arguments extends unknown[], Made>(create: (...given: Arguments) => Made) => {
    return (...given: Arguments): Made => {
      if (++nodes > maxNodes)
        throw new HtmlLimitError(`more than ${formatCount(maxNodes)} elements`)
      return create(...given)
    }
  }
  return {
    ...defaultTreeAdapter,
    createElement: withCount(defaultTreeAdapter.createElement),
    createTextNode: withCount(defaultTreeAdapter.createTextNode),
    createCommentNode: withCount(defaultTreeAdapter.createCommentNode),
  }
}

const formatCount = (count: number) => count.toLocaleString('en-GB')

/** Matches pictures pasted into the text, which can't be imported and may have any size. */
const inlineImageData = /data:([a-z]+\/[a-z0-9.+-]+);base64,[A-Za-z0-9+/=]{1000,}/g

/** The failure is the reason in words. */
export function parseHtml(source: string): Result<ParsedHtml, string> {
  const html = source.replace(inlineImageData, 'data:$1,')
  if (html.length > maxHtmlLength) {
    return fail(`the HTML is longer than ${formatCount(maxHtmlLength)} characters`)
  }
  const parser = ShallowParser.getFragmentParser(null, {
    // Parses the content of noscript as HTML.
    scriptingEnabled: false,
    treeAdapter: createCountingAdapter(),
  }) as ShallowParser
  try {
    for (let at = 0; at < html.length; at += chunkLength) {
      parser.tokenizer.write(html.slice(at, at + chunkLength), false)
      const tag = (parser.tokenizer as unknown as TokenizerState).currentToken
      if ((tag?.attrs?.length ?? 0) > maxAttributes)
        throw new HtmlLimitError('a tag that isn’t closed')
    }
    parser.tokenizer.write('', true)
  } catch (error) {
    if (error instanceof HtmlLimitError) return fail(`the HTML has ${error.message}`)
    throw error
  }
  const root = fromParse5(parser.getFragment()) as Root
  return succeed({ root, isFlattened: parser.isFlattened })
}
