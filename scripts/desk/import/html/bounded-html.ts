/**
 * HTML into a tree, with bounds on everything that grows faster than its input: what comes out is
 * small and shallow enough for every step that follows, and hostile input costs a moment at most.
 */
import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser, type Token } from 'parse5'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'

/** Characters. A body may have 900,000 as Markdown; HTML of it is seldom twice as long. */
const longestHtml = 4_000_000
/** Chromium's own bound is 512 open elements. */
const deepest = 200
const mostNodes = 100_000
const mostAttributes = 2_000
/** Characters at a time, so that a tag of a million attributes is seen before it is compared. */
const slice = 16_384

export type ParsedHtml = {
  readonly root: Root
  /** True where elements stood deeper than is followed; their text is kept. */
  readonly flattened: boolean
}

/** Where the tokenizer stands, which its types keep to themselves. */
type Tokenizing = { readonly currentToken: Partial<Token.TagToken> | null }

class TooMuch extends Error {}

/** Elements whose content is no HTML: they cannot nest, and what is in them must not become text. */
const rawContent = new Set(
  'script style textarea title xmp iframe noembed noframes plaintext'.split(' '),
)

/** Ignores the tags of elements that would stand too deep, and keeps what is in them. */
class ShallowParser extends Parser<DefaultTreeAdapterMap> {
  flattened = false

  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.stackTop < deepest || rawContent.has(token.tagName)) {
      super.onStartTag(token)
    } else {
      this.flattened = true
    }
  }
}

function countingAdapter() {
  let nodes = 0
  const counted = <Arguments extends unknown[], Made>(make: (...given: Arguments) => Made) => {
    return (...given: Arguments): Made => {
      if (++nodes > mostNodes) throw new TooMuch(`more than ${said(mostNodes)} elements`)
      return make(...given)
    }
  }
  return {
    ...defaultTreeAdapter,
    createElement: counted(defaultTreeAdapter.createElement),
    createTextNode: counted(defaultTreeAdapter.createTextNode),
    createCommentNode: counted(defaultTreeAdapter.createCommentNode),
  }
}

const said = (count: number) => count.toLocaleString('en-GB')

/** Pictures that were pasted into the text as such. They cannot be kept, and may be of any size. */
const pastedData = /data:([a-z]+\/[a-z0-9.+-]+);base64,[A-Za-z0-9+/=]{1000,}/g

/** The failure is the reason, in words. */
export function parseHtml(source: string): Result<ParsedHtml, string> {
  const html = source.replace(pastedData, 'data:$1,')
  if (html.length > longestHtml) {
    return fail(`its HTML has ${said(html.length)} characters, ${said(longestHtml)} are read`)
  }
  const parser = ShallowParser.getFragmentParser(null, {
    // Then the content of noscript is read as what it is.
    scriptingEnabled: false,
    treeAdapter: countingAdapter(),
  }) as ShallowParser
  try {
    for (let at = 0; at < html.length; at += slice) {
      parser.tokenizer.write(html.slice(at, at + slice), false)
      const tag = (parser.tokenizer as unknown as Tokenizing).currentToken
      if ((tag?.attrs?.length ?? 0) > mostAttributes) throw new TooMuch('a tag without an end')
    }
    parser.tokenizer.write('', true)
  } catch (error) {
    if (error instanceof TooMuch) return fail(`its HTML has ${error.message}`)
    throw error
  }
  const root = fromParse5(parser.getFragment()) as Root
  return succeed({ root, flattened: parser.flattened })
}
