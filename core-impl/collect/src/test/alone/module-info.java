module alone {
    requires io.mehari.collect;
}
