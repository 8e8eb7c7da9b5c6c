/**
 * Components whose styles nobody needs for the first screen: what is far down on a page, or closed until a click. Their
 * styles are in one file for all pages (scripts/build/later-styles.ts), instead of in each page. LaterStyles.astro has
 * to precede them. In cascade order.
 */
export const laterStyles: readonly string[] = [
  'src/ui/SectionHeading.astro',
  'src/features/articles/teaser-later.css',
  'src/ui/share-ways.module.css',
  'src/features/articles/MostRead.astro',
  'src/features/articles/AuthorCard.astro',
  'src/features/articles/CorrectionList.astro',
  'src/features/articles/RatingForm.astro',
  'src/features/articles/ArticleEnd.astro',
  'src/features/articles/GiftOffer.astro',
  'src/features/articles/ReadingProgress.astro',
  'src/features/articles/ReadNext.astro',
  'src/features/articles/ShareMenu.astro',
  'src/features/gift-links/GiveMenu.astro',
  'src/features/gift-links/gift-links.module.css',
  'src/features/newsletter/WeeklyPopUp.astro',
  'src/features/articles/SectionFeature.astro',
  'src/features/articles/SectionList.astro',
  'src/features/articles/SectionPair.astro',
  'src/features/articles/SectionTextOnly.astro',
  'src/features/articles/SectionTriptych.astro',
  'src/features/articles/SectionVoices.astro',
  'src/features/articles/ForYou.astro',
  'src/features/reading/ContinueReading.astro',
  'src/features/newsletter/newsletter-form.module.css',
  'src/layouts/landing/FrontPage.astro',
  'src/ui/Pager.astro',
  'src/layouts/StoreBadges.astro',
  'src/layouts/Footer.astro',
  'src/layouts/Menu.astro',
  'src/features/paywall/wall.module.css',
  'src/features/paywall/paywall.module.css',
  'src/styles/text-later.css',
]
