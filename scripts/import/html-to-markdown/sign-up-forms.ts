/** Removes newsletter forms, each with the heading or short text that asks readers to sign up. */
import type { Element } from 'hast'
import type { ConversionContext } from './conversion-context.ts'
import { quoteForReport } from './conversion-losses.ts'
import {
  getAttribute,
  getText,
  hasClass,
  isBlank,
  isElement,
  type Node,
  walkElements,
  withChildren,
} from './html-tree.ts'

const formClass =
  /^(?:subscription-widget(?:-wrap(?:-editor)?)?|subscribe-widget|kg-signup-card|mc4wp-form|mc_embed_(?:signup|shell)|jetpack_subscription_widget|wp-block-jetpack-subscriptions.*|sib-form|formkit-form|buttondown-form)$/
/** Matches sentences that introduce a form. Other sentences may belong to the story. */
const introduction =
  /(?:^|[.!?…—–] )(?:please )?(?:subscribe|sign[ -]?up)(?: (?:to|for|now|here|today|below|with)\b|[.!:…]?$)/i
/** Characters of a text that only introduces a form. */
const maxIntroductionLength = 200

export function removeSignUpForms(nodes: readonly Node[], context: ConversionContext): Node[] {
  const kept: Node[] = []
  for (const node of nodes) {
    if (!isElement(node)) {
      kept.push(node)
      continue
    }
    if (!isSignUpForm(node)) {
      kept.push(withChildren(node, removeSignUpForms(node.children, context)))
      continue
    }
    const words = removeIntroduction(kept)
    const [rest, detail] = words ? ['removed, with “{}”', quoteForReport(words)] : ['removed']
    context.losses.addCounted(
      'lost',
      'a subscription form was',
      'subscription forms were',
      rest,
      detail,
    )
  }
  return kept
}

/** Recognises sign-up forms: a contact form asks for more than an address. */
function isSignUpForm(node: Element): boolean {
  if (hasClass(node, formClass)) return true
  if (node.tagName !== 'form') return false
  const fields = [...walkElements(node.children)]
  const asksForEmail = fields.some((field) => getAttribute(field, 'type') === 'email')
  return asksForEmail && !fields.some(({ tagName }) => tagName === 'textarea')
}

/** Returns the words that were removed. */
function removeIntroduction(kept: Node[]): string {
  const index = kept.findLastIndex((node) => !isBlank([node]))
  const last = kept[index]
  if (!isElement(last, 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')) return ''
  const words = getText(last.children)
  if (words.length > maxIntroductionLength || !introduction.test(words)) return ''
  kept.length = index
  return words
}
