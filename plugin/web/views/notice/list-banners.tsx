import { CopiesBanner } from './copies-banner.tsx'
import { MoveOfferBanner } from './move-offer-banner.tsx'
import { VacationBanner } from './vacation-banner.tsx'

/** What stands above the list until it is over or dismissed. */
export function ListBanners() {
  return (
    <>
      <CopiesBanner />
      <VacationBanner />
      <MoveOfferBanner />
    </>
  )
}
