# How the models of pkg/text/names/crf were made: arguments of train-names, which runs in the folder of the texts. scripts/quality.sh
# measures with the same ones.
olds=enp_lft.bio,enp_sbb.bio,enp_onb.bio
ewt=ewt-train.iob2,ewt-dev.iob2,ewt-test.iob2
german=(-language de -target germeval-dev.tsv -extra pud-de.iob2 -counts "nouns:gsd-train.pos,$ewt,pud-en.iob2,wikigold.conll,$olds"
  -passes 5 -rate 0.03 -runs 3 -hide 0.03 -bias -1 -floor 0.35)
english=(-language en -target ewt-dev.iob2,ewt-test.iob2
  -extra ewt-train.iob2,pud-en.iob2,wikigold.conll,wnut17train.conll,emerging.dev.conll,emerging.test.conll
  -passes 5 -rate 0.03 -runs 3 -bias -0.5 -floor 0.35)
