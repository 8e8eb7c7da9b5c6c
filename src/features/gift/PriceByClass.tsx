import type { PriceClass } from '../../domain/subscription/offer.ts'

/** Renders both price classes, like ui/PriceClassText.astro: styles/reader-state.css shows one. */
export default function PriceByClass({ text }: { text: (priceClass: PriceClass) => string }) {
  return (
    <>
      <span data-prices-for="domestic unknown" translate="no">
        {text('domestic')}
      </span>
      <span data-prices-for="international" translate="no">
        {text('international')}
      </span>
    </>
  )
}
