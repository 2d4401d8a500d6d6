# The arguments of train-names by which the models of pkg/text/names/crf were made. train-names runs in the folder of the texts.
# scripts/quality.sh measures models that are made with the same arguments.
ewt=ewt-train.iob2,ewt-dev.iob2,ewt-test.iob2
olds=enp_lft.bio,enp_sbb.bio,enp_onb.bio
others=
for text in Croatian-SET Serbian-SET Slovak-SNK Danish-DDT Swedish-Talbanken Portuguese-Bosque; do
  others+=,foreign:uner-$text-train.iob2,foreign:uner-$text-dev.iob2
done
german=(-language de -target germeval-dev.tsv -extra pud-de.iob2
  -counts "nouns:gsd-train.pos,nouns:nouns.pos,$ewt,pud-en.iob2,wikigold.conll,$olds$others"
  -swap 0.5 -fragments 0.15 -capitals 0.1 -noun-fragments 0.05 -unknown 0.3
  -passes 5 -rate 0.03 -runs 3 -hide 0.03 -bias -1 -floor 0.4)
english=(-language en -target ewt-dev.iob2,ewt-test.iob2
  -extra ewt-train.iob2,pud-en.iob2,wikigold.conll,wnut17train.conll,emerging.dev.conll,emerging.test.conll
  -counts "foreign:pud-de.iob2$others"
  -swap 0.4 -fragments 0.5 -capitals 0.15 -unknown 0.5
  -passes 5 -rate 0.03 -runs 3 -bias -0.5 -floor 0.35)
