package people

import (
	"strings"

	"webmill/pkg/text/words"
)

// nicknames are short first names that stand for one full first name. Those that stand for several, like Alex and Chris, are not
// here: they would join what may be different.
var nicknames = func() map[string]string {
	of := map[string]string{}
	for line := range strings.SplitSeq(`
andrew andy drew
anthony tony
arthur art
barbara barb barbie
benjamin ben benny
catherine cathy
charles charlie chuck
christina tina
cynthia cindy
daniel dan danny
david dave davey
deborah deb debbie debby
dorothy dot dottie
donald don donnie
douglas doug
edmund ned
edward eddie ted teddy
elizabeth beth betsy betty liz lizzie
eugene gene
frederick fred freddy
friedrich fritz
geoffrey geoff
gregory greg
harold hal
heinrich heiner heinz
james jim jimmy jamie
jacob jake
jeffrey jeff
jennifer jenny
joseph joe joey
johannes hannes
joshua josh
judith judy
katherine kathy kate katie
kenneth ken kenny
kimberly kim
lawrence larry
leonard len lenny
margaret maggie meg peggy
matthew matt
michael mike mickey
nathaniel nat
nicholas nick
pamela pam
peter pete
philip phil
raymond ray
rebecca becky
richard rick dick ricky rich
robert bob bobby rob robbie bert
ronald ron ronnie
russell russ
sandra sandy
stanley stan
stephen steve
susan sue susie suzy
theodore theo
thomas tom tommy
timothy tim
ulrich uli
victoria vicky
vincent vince
walter walt
wilhelm willi
william bill billy will willy liam
wolfgang wolfi
zachary zach zack`, "\n") {
		names := strings.Fields(line)
		for i, name := range names {
			if i > 0 {
				of[name] = names[0]
			}
		}
	}
	return of
}()

// Titles stand before a name, and degrees behind it. They are no part of a form. In lower case, without full stops.
var (
	titles = words.Set(`prof professor professorin dr drs doktor mr mrs ms miss sir herr herrn frau privatdozent magister doctor
		priv-doz juniorprof jun-prof univ-prof dipl-ing dipl-inf dipl-math dipl-phys dr-ing`)
	// Those that are names too need a full stop, or small letters.
	shortTitles = words.Set(`phil nat med rer hc hon rev habil mag ing dipl pd apl akad dean`)
	degrees     = words.Set(`jr jun junior sr sen senior ii iii iv phd md dds esq msc bsc ma ba bs ms mba mphil dphil llm llb dr
		prof facm fieee frs`)
	degrees2  = words.Set(`jr sr ii iv md dr`) // of two letters, without a full stop
	particles = words.Set(`von vom van de der den del della degli di da das do dos du des la le las los lo zu zum zur ter ten te
		af av al el bin ibn ben y e i und`)
)
