/** Markdown as CodeMirror parses it, and the classes of its parts (text.css). */
import { defineLanguageFacet, Language, syntaxHighlighting } from '@codemirror/language'
import { tagHighlighter, tags } from '@lezer/highlight'
import { parser, Strikethrough, Table } from '@lezer/markdown'

const markdownLanguage = new Language(
  defineLanguageFacet(),
  parser.configure([Table, Strikethrough]),
  [],
  'markdown',
)

const highlighter = tagHighlighter([
  { tag: tags.heading1, class: 'md-heading' },
  { tag: tags.heading2, class: 'md-heading' },
  { tag: tags.heading3, class: 'md-heading' },
  { tag: tags.emphasis, class: 'md-emphasis' },
  { tag: tags.strong, class: 'md-strong' },
  { tag: tags.strikethrough, class: 'md-struck' },
  { tag: tags.link, class: 'md-link' },
  { tag: tags.url, class: 'md-quiet' },
  { tag: tags.monospace, class: 'md-code' },
  { tag: tags.comment, class: 'md-quiet' },
  { tag: tags.contentSeparator, class: 'md-quiet' },
  { tag: tags.labelName, class: 'md-quiet' },
  { tag: tags.processingInstruction, class: 'md-quiet' },
])

export const markdown = [markdownLanguage, syntaxHighlighting(highlighter)]
