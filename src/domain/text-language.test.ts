import { describe, expect, it } from 'vitest'
import {
  getTextLanguage,
  type LanguageAttributes,
  layOutText,
  type TextContext,
} from './text-language.ts'

const formatAttributes = ({ lang = '', dir }: LanguageAttributes) =>
  dir ? `${lang} ${dir}`.trim() : lang

/** Returns the block's attributes, followed by the text with its words' attributes: `[ur rtl|خط]`. */
function layOut(text: string, context?: TextContext): readonly [block: string, parts: string] {
  const { attributes, parts } = layOutText(text, context)
  const marked = parts.map((part) => {
    const words = formatAttributes(part.attributes)
    return words ? `[${words}|${part.text}]` : part.text
  })
  return [formatAttributes(attributes), marked.join('')]
}

const urdu = { around: getTextLanguage('ur'), language: 'ur' }

describe('a block on a page in English', () => {
  it.each([
    // An English name at either end of an Urdu sentence doesn't change its language.
    ['لاہور کی ایک شام: “Tea House” اور اس کے لوگ', 'und-Arab rtl', '[en ltr|Tea House]'],
    ['Tea House میں ایک شام اور اس کے لوگ', 'und-Arab rtl', '[en ltr|Tea House] میں'],
    ['She calls it خط, a letter', '', 'it [und-Arab rtl|خط], a'],
    ['خط is what she calls a letter', '', '[und-Arab rtl|خط] is'],
    ['“خط” (“نامہ”) is her word', '', '[und-Arab rtl|“خط” (“نامہ”)] is'],
    ['‘Don’t’ وہ بولا، ‘نہیں’', 'und-Arab rtl', '‘[en ltr|Don’t]’ وہ'],
    ['She read اردو – 5 شعر', '', '[und-Arab rtl|اردو – 5 شعر]'],
    ['दिल्ली की Boeing 747 वाली शाम', 'und-Deva', '[en|Boeing 747] वाली'],
    ['BBC اردو', 'und-Arab rtl', '[en ltr|BBC] اردو'],
    ['ab اب', '', 'ab [und-Arab rtl|اب]'],
    ['1947، 2026 – ¶', '', '1947، 2026 – ¶'],
    ['', '', ''],
    ['A naïve café', '', 'A naïve café'],
  ])('has its languages and directions marked: %j', (text, attributes, part) => {
    const [block, parts] = layOut(text)
    expect(block).toBe(attributes)
    expect(parts).toContain(part)
    expect(parts.replace(/\[[a-z]\S*(?: rtl| ltr)?\|([^\]]*)\]/gi, '$1')).toBe(text)
  })

  it.each([
    ['hi', 'बारिश के बाद दिल्ली की सड़कें फिर से साफ़ दिखने लगीं।', 'hi'],
    ['bn', 'বৃষ্টির পরে কলকাতার রাস্তা আবার পরিষ্কার দেখাল।', 'bn'],
    ['my', 'မိုးရွာပြီးနောက် ရန်ကုန်လမ်းများ ပြန်လည်ရှင်းလင်းသွားသည်။', 'my'],
    ['ta', 'மழைக்குப் பிறகு சென்னையின் தெருக்கள் மீண்டும் தெளிவாகத் தெரிந்தன.', 'ta'],
    ['dv', 'ވާރޭގެ ފަހުން މާލޭގެ މަގުތައް އަލުން ސާފުވި', 'dv rtl'],
    ['ur', 'بارش کے بعد لاہور کی سڑکیں پھر سے صاف نظر آنے لگیں۔', 'ur rtl'],
    ['ur-Latn', 'Barish ke baad Lahore ki sarken saaf nazar aayin.', 'ur-Latn'],
    ['hi', 'After the rain', ''],
  ])(
    'has the story’s language %s if it’s written in that language: %j',
    (language, text, attributes) => {
      expect(layOut(text, { language })).toEqual([attributes, text])
    },
  )
})

describe('a block in a story in Urdu', () => {
  it.each([
    ['سب کچھ ٹھیک ہے۔', '', 'سب کچھ ٹھیک ہے۔'],
    ['وہ “Tea House” میں تھا۔', '', 'وہ “[en ltr|Tea House]” میں تھا۔'],
    [
      'وہ اس شام ‘Tea House’ (Lahore) میں بیٹھا تھا۔',
      '',
      'وہ اس شام [en ltr|‘Tea House’ (Lahore)] میں بیٹھا تھا۔',
    ],
    ['“Tea House” کا نام', '', '“[en ltr|Tea House]” کا نام'],
    ['It was late.', 'en ltr', 'It was late.'],
    ['गरम चाय', 'und-Deva ltr', 'गरम चाय'],
    ['1947', '', '1947'],
  ])('has its languages and directions marked: %j', (text, attributes, marked) => {
    expect(layOut(text, urdu)).toEqual([attributes, marked])
  })
})
