package content

import (
	"slices"
	"strings"
	"sync"
)

// group is words that mean the same.
type group struct {
	name  string
	words []string
}

// parseGroups reads groups: a line each, a name and its words. A line that begins with a TAB goes on with the one before.
func parseGroups(text string) (groups []group) {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		switch {
		case len(f) == 0:
		case line[0] == '\t':
			last := &groups[len(groups)-1]
			last.words = append(last.words, f...)
		default:
			groups = append(groups, group{f[0], f[1:]})
		}
	}
	return groups
}

// groupBit is the bit of a group.
func groupBit(groups []group, name string) uint64 {
	return 1 << slices.IndexFunc(groups, func(g group) bool { return g.name == name })
}

// classGroups are words in the class, id, role and itemprop of elements. A - is the beginning or the end of a word there.
var classGroups = parseGroups(`
comment comment disqus discussion respond
nav -nav menu navbar navigation sidenav subnav -toc- tableofcontents
crumb breadcrumb crumb
share share social sharing follow-us addtoany facebook twitter
related related recommend similar more-from read-next readnext also-like suggested upsell cross-sell crosssell outbrain
	taboola trending popular
ad -ad- -ads- advert sponsor promo adsense -banner dfp gpt-ad
side sidebar side-bar aside widget complementary -rail- right-col left-col
footer footer -foot- contentinfo colophon bottom
header header masthead banner topbar top-bar
meta meta byline -info- posted dateline infobox
login login signin sign-in signup sign-up register subscribe newsletter paywall optin mailing
caption caption credit figure
article article -post- -posts- -entry- story blog hentry articlebody
content content -body- -text- -copy- richtext rich-text prose rte wysiwyg markdown
main -main- maincontent primary
title title headline heading
hidden hidden sr-only screen-reader visually-hidden collapse noprint -hide- invisible offscreen skip
cookie cookie consent gdpr privacy onetrust
modal modal popup pop-up overlay dialog lightbox drawer offcanvas tooltip
product product price sku cart shop woocommerce -pdp- buy
review review rating stars testimonial
card card tile -item- -items- grid -cell- teaser thumb
list -list- listing results -result- archive feed
tab -tab- -tabs- tabpanel accordion panel collapsible
forum forum thread topic message -reply- postbody cooked bbcode
tag -tag- -tags- categor label taxonomy
author author -bio- avatar -user- profile
date date time -ago-
filter search filter -sort- facet toolbar refine
pager pagination pager -next- -prev- previous pagenav load-more
button button -btn- -cta- -link- -links-
faq faq question answer
hero hero slider carousel swiper slide jumbotron
code code highlight -pre- syntax snippet
quote quote pullquote callout
summary description summary excerpt intro -lead- -dek- standfirst abstract
spec -spec- specification -table- attribute feature detail
legal copyright legal disclaimer terms -notice-
location address contact map phone location
media video audio player gallery image -img- photo
language language translat locale country currency
error alert error message-box warning -notification- toast
section -section- block container wrapper
row -row- -col- column
`)

// textGroups are words in the text of blocks.
var textGroups = parseGroups(`
copyright copyright -rights-reserved- -alle-rechte- -tous-droits-
cookies -cookie- -cookies- -consent- -gdpr-
privacy -privacy- -terms-of- -terms-and- -terms- -datenschutz- -impressum- -legal- -disclaimer-
newsletter -newsletter- -subscribe- -sign-up- -inbox- -abonnieren- -email-address- -mailing-list-
related -related- -you-may-also- -you-might-also- -also-like- -recommended- -more-from- -read-next- -similar- -also-bought-
	-popular- -trending- -latest- -recent-posts- -most-read- -verwandte- -mehr-zum- -hnliche- -up-next- -customers-also-
	-more-stories- -see-also- -further-reading-
comments -comments- -comment- -leave-a- -reply- -replies- -kommentare- -kommentar- -post-a-
share -share- -tweet- -facebook- -twitter- -pinterest- -linkedin- -instagram- -whatsapp- -teilen- -follow-us-
login -log-in- -login- -sign-in- -my-account- -password- -register- -anmelden- -forgot-
more -read-more- -learn-more- -see-more- -view-all- -show-more- -load-more- -see-all- -view-more- -continue-reading-
	-mehr-lesen- -weiterlesen- -shop-now- -find-out-more- -view-details- -click-here- -discover-more-
cart -add-to-cart- -add-to-bag- -buy-now- -checkout- -in-stock- -out-of-stock- -sold-out- -quantity- -wishlist-
	-free-shipping- -shipping- -regular-price- -sale-price- -unit-price- -quick-view-
review -reviews- -review- -rating- -ratings- -out-of-stars- -stars- -verified-
author -by- -written-by- -author- -posted-by- -about-the-author- -von- -posted- -published- -updated- -min-read-
	-minutes-read- -last-modified-
date -january- -february- -march- -april- -may- -june- -july- -august- -september- -october- -november- -december- -jan- -feb-
	-mar- -apr- -jun- -jul- -aug- -sep- -oct- -nov- -dec- -ago- -uhr- -januar- -februar- -mai- -juni- -juli- -oktober-
	-dezember-
skip -skip-to- -back-to-top- -toggle- -menu- -navigation- -search- -home- -close- -open- -breadcrumb- -previous- -next-
	-print- -go-back-
contact -contact- -call-us- -phone- -tel- -fax- -e-mail- -address- -opening-hours- -kontakt-
category -categories- -tags- -tagged- -category- -filed-under- -topics- -archives- -filter- -sort-by- -filters- -showing-
	-results-
faq -faq- -frequently- -questions- -how-do- -what-is- -how-to-
specs -specifications- -details- -description- -features- -ingredients- -dimensions- -overview- -key-features- -materials-
	-size-guide- -about-this-
thread -joined- -likes- -like- -views- -quote- -report- -member- -posts- -wrote- -said- -original-poster- -points- -upvote-
	-solved- -solution-
ad -advertisement- -sponsored- -promoted- -anzeige- -affiliate- -commission- -advertise-
photo -photo- -image- -getty- -credit- -foto- -courtesy- -source-
`)

// urlGroups are words in the path of a URL.
var urlGroups = parseGroups(`
url.product product -p- -dp- -item- -sku- -buy-
url.collection collection categor -c- -shop- -store- -catalog -department -brand
url.article article -news- -blog- -post- -story- -stories- -magazine- -posts-
url.forum forum thread topic -t- -discussion -question -viewtopic -showthread -community- -comments- -r-
url.docs -docs- documentation -doc- -guide -reference -api- -manual -wiki- -help- -tutorial -learn- -support-
url.service service solution -about -pricing -features- -contact -platform -company -products- -treatment -practice -areas-
url.list -tag- -tags- -author -archive -topics- -best- -top- -list -events- -jobs- -search- -directory -resources-
`)

// pageGroups are words in what a page says of itself: og:type, generator, and the types of JSON-LD.
var pageGroups = parseGroups(`
is.article article blogposting newsarticle
is.product product offer
is.site website webpage
is.collection collectionpage itemlist productgroup
is.forum discussionforumposting qapage question discourse phpbb xenforo vbulletin vanilla nodebb flarum invision
is.faq faqpage
is.business localbusiness organization service
is.docs techarticle sphinx docusaurus mkdocs gitbook hugo jekyll mediawiki doxygen readme vitepress
is.shop shopify woocommerce magento bigcommerce prestashop
is.blog wordpress ghost blogger squarespace wix drupal joomla
is.recipe recipe event video course book
`)

var matchers = sync.OnceValue(func() (m struct{ class, text, url, page *matcher }) {
	m.class, m.text, m.url, m.page = newMatcher(classGroups), newMatcher(textGroups), newMatcher(urlGroups),
		newMatcher(pageGroups)
	return m
})
