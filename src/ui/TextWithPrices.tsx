import { splitPrices } from '../domain/money.ts'

/** A text whose prices aren't translated. Each part is an element, as translators replace texts. */
export default function TextWithPrices({ text }: { text: string }) {
  return (
    <span>
      {splitPrices(text).map((part, index) => (
        <span key={index} translate={index % 2 === 0 ? undefined : 'no'}>
          {part}
        </span>
      ))}
    </span>
  )
}
