package site

// topics are the five departments.
var topics = []*topic{computing, mathematics, botany, history, music}

var computing = &topic{
	id:   "computer-science",
	name: [2]string{"Informatik", "Computer Science"},
	things: [2][]string{
		list("Algorithmen|Datenstrukturen|Suchbäume|Warteschlangen|Compiler|Betriebssysteme|Netzwerke|Datenbanken|Suchmaschinen|Verschlüsselungsverfahren|Hashtabellen|Prozessoren|Schnittstellen|Programmiersprachen|Typsysteme|Speicherzugriffe|Parser|Automaten|Protokolle|Rechnernetze|Bitmuster|Sortierverfahren|Webseiten|Hyperlinks|Pufferspeicher|Dateisysteme"),
		list("algorithms|data structures|search trees|queues|compilers|operating systems|networks|databases|search engines|ciphers|hash tables|processors|interfaces|programming languages|type systems|memory accesses|parsers|automata|protocols|routers|bit patterns|sorting methods|web pages|hyperlinks|buffers|file systems"),
	},
	kinds: [2][]string{
		list("verteilte|parallele|fehlertolerante|objektorientierte|funktionale|effiziente|randomisierte|relationale|verschlüsselte|rekursive|nebenläufige|externe"),
		list("distributed|parallel|fault-tolerant|object-oriented|functional|efficient|randomised|relational|encrypted|recursive|concurrent|external"),
	},
	facts: [2][]string{
		{
			"Ein Programm, das auf Daten größer als der Hauptspeicher rechnet, liest sie am besten der Reihe nach.",
			"Die Laufzeit wächst mit dem Quadrat der Eingabe, sobald der Cache nicht mehr reicht.",
			"Der Quelltext liegt im Repositorium der Arbeitsgruppe und wird jede Nacht übersetzt.",
			"Ein Crawler besucht Webseiten in der Breite und folgt dabei jedem Hyperlink nur einmal.",
			"Sperren schützen den Speicher, kosten aber Rechenzeit auf jedem Kern.",
			"Der Übersetzer erkennt Typfehler, bevor das Programm zum ersten Mal läuft.",
		},
		{
			"A program on data larger than main memory had better read it in sequence.",
			"The running time grows with the square of the input as soon as the cache is too small.",
			"The source code is in the repository of the group and is compiled every night.",
			"A crawler visits web pages breadth first and follows each hyperlink only once.",
			"Locks protect memory but cost processor time on every core.",
			"The compiler finds type errors before the program runs for the first time.",
		},
	},
	courses: [2][]string{
		list("Einführung in die Programmierung|Algorithmen und Datenstrukturen|Betriebssysteme|Rechnernetze|Datenbanksysteme|Übersetzerbau|Theoretische Informatik|Information Retrieval|Kryptographie|Verteilte Systeme|Software-Technik|Externspeicheralgorithmen"),
		list("Introduction to Programming|Algorithms and Data Structures|Operating Systems|Computer Networks|Database Systems|Compiler Construction|Theory of Computation|Information Retrieval|Cryptography|Distributed Systems|Software Engineering|External Memory Algorithms"),
	},
}

var mathematics = &topic{
	id:   "mathematics",
	name: [2]string{"Mathematik", "Mathematics"},
	things: [2][]string{
		list("Gruppen|Ringe|Körper|Vektorräume|Mannigfaltigkeiten|Primzahlen|Matrizen|Eigenwerte|Integrale|Differentialgleichungen|Folgen|Reihen|Grenzwerte|Polynome|Tensoren|Beweise|Lemmata|Homomorphismen|Markow-Ketten|Zufallsvariablen|Knoten|Topologien|Kegelschnitte|Kongruenzen|Operatoren|Fixpunkte"),
		list("groups|rings|fields|vector spaces|manifolds|primes|matrices|eigenvalues|integrals|differential equations|sequences|series|limits|polynomials|tensors|proofs|lemmas|homomorphisms|Markov chains|random variables|knots|topologies|conic sections|congruences|operators|fixed points"),
	},
	kinds: [2][]string{
		list("endliche|abelsche|stetige|kompakte|lineare|unendliche|algebraische|konvexe|harmonische|symmetrische|komplexe|beschränkte"),
		list("finite|abelian|continuous|compact|linear|infinite|algebraic|convex|harmonic|symmetric|complex|bounded"),
	},
	facts: [2][]string{
		{
			"Jede stetige Funktion auf einer kompakten Menge nimmt ihr Maximum an.",
			"Der Beweis gelingt durch Induktion nach dem Grad des Polynoms.",
			"Es gibt unendlich viele Primzahlen, und schon Euklid wusste, warum.",
			"Eine stochastische Matrix hat stets den Eigenwert Eins.",
			"Ist die Reihe absolut konvergent, so darf man die Summanden umordnen.",
			"Der Kern eines Homomorphismus ist ein Normalteiler.",
		},
		{
			"Every continuous function on a compact set attains its maximum.",
			"The proof is by induction on the degree of the polynomial.",
			"There are infinitely many primes, and Euclid knew why.",
			"A stochastic matrix always has the eigenvalue one.",
			"If the series converges absolutely, its terms may be reordered.",
			"The kernel of a homomorphism is a normal subgroup.",
		},
	},
	courses: [2][]string{
		list("Analysis I|Lineare Algebra|Wahrscheinlichkeitstheorie|Zahlentheorie|Topologie|Funktionalanalysis|Numerik|Algebraische Geometrie|Differentialgeometrie|Stochastische Prozesse|Graphentheorie|Optimierung"),
		list("Analysis I|Linear Algebra|Probability Theory|Number Theory|Topology|Functional Analysis|Numerical Analysis|Algebraic Geometry|Differential Geometry|Stochastic Processes|Graph Theory|Optimisation"),
	},
}

var botany = &topic{
	id:   "botany",
	name: [2]string{"Botanik", "Botany"},
	things: [2][]string{
		list("Moose|Farne|Gräser|Orchideen|Keimblätter|Wurzeln|Blüten|Staubblätter|Pollenkörner|Samen|Früchte|Nadelbäume|Flechten|Algen|Blattadern|Spaltöffnungen|Knospen|Zwiebeln|Rhizome|Wiesen|Moore|Gewächshäuser|Herbarien|Bestäuber|Sukkulenten|Schachtelhalme"),
		list("mosses|ferns|grasses|orchids|seed leaves|roots|blossoms|stamens|pollen grains|seeds|fruits|conifers|lichens|algae|leaf veins|stomata|buds|bulbs|rhizomes|meadows|bogs|greenhouses|herbaria|pollinators|succulents|horsetails"),
	},
	kinds: [2][]string{
		list("alpine|immergrüne|tropische|seltene|einjährige|mehrjährige|giftige|heimische|essbare|windbestäubte|blattlose|duftende"),
		list("alpine|evergreen|tropical|rare|annual|perennial|poisonous|native|edible|wind-pollinated|leafless|fragrant"),
	},
	facts: [2][]string{
		{
			"Die Königin der Nacht öffnet ihre Blüte nur für wenige Stunden.",
			"Im Alpinum wachsen Enzian, Silberwurz und Edelweiß auf Kalkschutt.",
			"Durch die Photosynthese binden Blätter Kohlendioxid und geben Sauerstoff ab.",
			"Das Herbarium bewahrt getrocknete Pflanzen aus zwei Jahrhunderten.",
			"Torfmoose speichern das Zwanzigfache ihres Gewichts an Wasser.",
			"Die Jahresringe der alten Linde erzählen von trockenen Sommern.",
		},
		{
			"The queen of the night opens its blossom for a few hours only.",
			"Gentian, mountain avens and edelweiss grow on limestone scree in the alpine garden.",
			"By photosynthesis leaves bind carbon dioxide and give off oxygen.",
			"The herbarium keeps dried plants of two centuries.",
			"Peat mosses store twenty times their weight in water.",
			"The rings of the old lime tree tell of dry summers.",
		},
	},
	courses: [2][]string{
		list("Allgemeine Botanik|Systematik der Blütenpflanzen|Pflanzenphysiologie|Vegetationskunde|Moose und Flechten|Blütenbiologie|Pflanzengenetik|Geobotanische Exkursionen|Mikroskopie der Gewebe|Nutzpflanzen der Tropen|Ökologie der Moore|Gartenpraxis"),
		list("General Botany|Systematics of Flowering Plants|Plant Physiology|Vegetation Science|Mosses and Lichens|Floral Biology|Plant Genetics|Geobotanical Excursions|Microscopy of Tissues|Crops of the Tropics|Ecology of Bogs|Garden Practice"),
	},
}

var history = &topic{
	id:   "history",
	name: [2]string{"Geschichte", "History"},
	things: [2][]string{
		list("Urkunden|Chroniken|Siegel|Klöster|Reichsstädte|Handwerker|Bauernaufstände|Kriege|Verträge|Dynastien|Archive|Handschriften|Münzen|Handelswege|Zünfte|Ritter|Bischöfe|Revolutionen|Verfassungen|Zeitungen|Flugblätter|Briefe|Ausgrabungen|Landkarten|Gesandtschaften|Erbfolgen"),
		list("charters|chronicles|seals|monasteries|imperial cities|craftsmen|peasant revolts|wars|treaties|dynasties|archives|manuscripts|coins|trade routes|guilds|knights|bishops|revolutions|constitutions|newspapers|pamphlets|letters|excavations|maps|embassies|successions"),
	},
	kinds: [2][]string{
		list("mittelalterliche|kaiserliche|böhmische|gefälschte|römische|klösterliche|frühneuzeitliche|hansische|königliche|verschollene|bürgerliche|byzantinische"),
		list("medieval|imperial|Bohemian|forged|Roman|monastic|early modern|Hanseatic|royal|lost|bourgeois|Byzantine"),
	},
	facts: [2][]string{
		{
			"Die Stadt Lindenau wird 1248 in einer Urkunde des Bischofs zum ersten Mal genannt.",
			"Nach dem Dreißigjährigen Krieg lag ein Drittel der Höfe wüst.",
			"Das Siegel zeigt eine Linde zwischen zwei Türmen.",
			"Im Archiv des Klosters fand sich ein Verzeichnis der Zinsbauern.",
			"Kaiser Karl IV. bestätigte der Stadt das Recht, Markt zu halten.",
			"Die Flugblätter des Jahres 1848 forderten Pressefreiheit und eine Verfassung.",
		},
		{
			"The town of Lindenau is first named in a charter of the bishop in 1248.",
			"After the Thirty Years' War a third of the farms lay waste.",
			"The seal shows a lime tree between two towers.",
			"A register of the peasants who owed rent was found in the archive of the monastery.",
			"Emperor Charles IV confirmed the town's right to hold a market.",
			"The pamphlets of 1848 demanded a free press and a constitution.",
		},
	},
	courses: [2][]string{
		list("Einführung in die Mediävistik|Urkundenlehre|Die Hanse|Geschichte Böhmens|Der Dreißigjährige Krieg|Alltag im Kloster|Die Revolution von 1848|Römische Provinzen|Numismatik|Stadtgeschichte Lindenaus|Paläographie|Geschichte der Zeitung"),
		list("Introduction to Medieval Studies|Charters and Seals|The Hanseatic League|History of Bohemia|The Thirty Years' War|Everyday Life in the Monastery|The Revolution of 1848|Roman Provinces|Numismatics|History of the Town of Lindenau|Palaeography|History of the Newspaper"),
	},
}

var music = &topic{
	id:   "music",
	name: [2]string{"Musikwissenschaft", "Music"},
	things: [2][]string{
		list("Fugen|Sonaten|Kantaten|Motetten|Akkorde|Dissonanzen|Tonarten|Orgeln|Streichquartette|Partituren|Stimmbücher|Opern|Chöre|Tänze|Variationen|Rhythmen|Intervalle|Madrigale|Lieder|Ouvertüren|Cembali|Dirigenten|Klaviere|Kadenzen|Choräle|Neumen"),
		list("fugues|sonatas|cantatas|motets|chords|dissonances|keys|organs|string quartets|scores|part books|operas|choirs|dances|variations|rhythms|intervals|madrigals|songs|overtures|harpsichords|conductors|pianos|cadences|chorales|neumes"),
	},
	kinds: [2][]string{
		list("barocke|vierstimmige|chromatische|liturgische|romantische|polyphone|atonale|italienische|festliche|ungedruckte|wohltemperierte|instrumentale"),
		list("baroque|four-part|chromatic|liturgical|romantic|polyphonic|atonal|Italian|festive|unprinted|well-tempered|instrumental"),
	},
	facts: [2][]string{
		{
			"Die Orgel der Stiftskirche hat zwei Manuale und siebzehn Register.",
			"Der Chor probt mittwochs um 19 Uhr die Matthäus-Passion.",
			"Ein Leitton strebt nach oben, die Septime nach unten.",
			"Die Handschrift überliefert drei Kantaten ohne Angabe des Komponisten.",
			"Im zweiten Satz erklingt das Thema in der Umkehrung.",
			"Das Streichquartett spielt auf Darmsaiten und in alter Stimmung.",
		},
		{
			"The organ of the collegiate church has two manuals and seventeen stops.",
			"The choir rehearses the St Matthew Passion on Wednesdays at seven.",
			"A leading note strives upwards, the seventh downwards.",
			"The manuscript preserves three cantatas without naming the composer.",
			"In the second movement the theme is heard inverted.",
			"The string quartet plays on gut strings and in an old tuning.",
		},
	},
	courses: [2][]string{
		list("Musikgeschichte im Überblick|Harmonielehre|Kontrapunkt|Die Fuge|Oper um 1700|Notationskunde|Instrumentenkunde|Das Streichquartett|Musik des Mittelalters|Gehörbildung|Lied und Romantik|Orgelbau in Sachsen"),
		list("Survey of Music History|Harmony|Counterpoint|The Fugue|Opera around 1700|Notation|Musical Instruments|The String Quartet|Music of the Middle Ages|Ear Training|Song and Romanticism|Organ Building in Saxony"),
	},
}
