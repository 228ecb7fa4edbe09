// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SynxClaims} from "../../contracts/SynxClaims.sol";
import {Fixture} from "./support/Fixture.sol";
import {ReentrantToken} from "./support/ReentrantToken.sol";
import {Tree} from "./support/Tree.sol";

/// What single calls do, and the invariants (docs/contracts.md) that need no history.
contract SynxClaimsTest is Fixture {
    address private constant STRANGER = address(0xBAD);

    function setUp() public {
        build();
    }

    function test_constructor_keeps_what_it_was_given() public view {
        assertTrue(address(claims.token()) == address(token), "token");
        assertTrue(claims.root() == rootOf() && claims.list() == LIST, "list");
        assertEq(claims.total(), total, "total");
        SynxClaims.Schedule[4] memory by = claims.schedules();
        assertTrue(keccak256(abi.encode(by)) == keccak256(abi.encode(usualSchedules())), "schedules");
    }

    function test_constructor_refuses_an_empty_list() public {
        _expectRefused(bytes32(0), LIST, total, SynxClaims.InvalidList.selector);
        _expectRefused(rootOf(), bytes32(0), total, SynxClaims.InvalidList.selector);
    }

    function test_constructor_refuses_a_total_that_does_not_exist() public {
        _expectRefused(rootOf(), LIST, 0, SynxClaims.InvalidTotal.selector);
        _expectRefused(rootOf(), LIST, 1_110_000_000e9 + 1, SynxClaims.InvalidTotal.selector);
    }

    function test_constructor_refuses_each_unsound_schedule() public {
        for (uint256 kind = 0; kind < 4; ++kind) {
            _expectRefused(kind, block.timestamp - 1, T);
            _expectRefused(kind, T + 1, T);
            _expectRefused(kind, T, block.timestamp + 3650 days + 1);
            // Milliseconds, and a number that would reach into the next time.
            _expectRefused(kind, T * 1000, T * 1000);
            _expectRefused(kind, 2 ** 64 + T, 2 ** 64 + T);
        }
        SynxClaims.Schedule[4] memory by = usualSchedules();
        (by[1].start, by[1].end) = (block.timestamp, block.timestamp + 3650 days);
        SynxClaims widest = newClaims(IERC20(address(token)), rootOf(), total, by);
        assertEq(widest.schedules()[1].end, block.timestamp + 3650 days, "the widest one");
    }

    function test_I1_funding_waits_for_the_last_base_unit_and_holds_for_ever() public {
        token.transfer(address(claims), total - 1);
        vm.expectRevert(SynxClaims.NotFunded.selector);
        claims.fund();
        token.transfer(address(claims), 1);
        vm.expectEmit(address(claims));
        emit SynxClaims.Funded();
        vm.prank(STRANGER);
        claims.fund();
        vm.warp(T);
        claims.claim(entryOf(0));
        claims.fund();
        assertTrue(claims.funded(), "after a claim");
    }

    function test_nothing_is_paid_before_the_funding() public {
        token.transfer(address(claims), total);
        vm.warp(T);
        SynxClaims.Entry memory entry = entryOf(0);
        vm.expectRevert(SynxClaims.NotFunded.selector);
        claims.claim(entry);
        vm.expectRevert(SynxClaims.NotFunded.selector);
        vm.prank(entry.account);
        claims.claimTo(entry, STRANGER);
        vm.expectRevert(SynxClaims.NotFunded.selector);
        claims.claimMany(_all());
    }

    function test_claim_pays_the_account_whoever_sends_it() public {
        fund();
        vm.warp(T);
        vm.expectEmit(address(claims));
        emit SynxClaims.Claimed(address(0xA1), address(0xA1), 1_000e9);
        vm.prank(STRANGER);
        claims.claim(entryOf(0));
        assertEq(token.balanceOf(address(0xA1)), 1_000e9, "balance");
        assertEq(claims.claimed(address(0xA1)), 1_000e9, "claimed");
        assertEq(claims.claimedTotal(), 1_000e9, "claimed in all");
        SynxClaims.Entry memory entry = entryOf(0);
        vm.expectRevert(SynxClaims.NothingOpen.selector);
        claims.claim(entry);
    }

    function test_claims_in_parts_pay_the_whole() public {
        fund();
        vm.warp(T);
        claims.claim(entryOf(2));
        assertEq(token.balanceOf(address(0xA3)), 17_359e9, "at T");
        vm.warp(T + 7 days);
        claims.claim(entryOf(2));
        assertEq(token.balanceOf(address(0xA3)), 17_364e9 + 999_999_999_999 * uint256(7) / 365, "after a week");
        vm.warp(T + 365 days);
        claims.claim(entryOf(2));
        assertEq(token.balanceOf(address(0xA3)), sumOf(lines[2]), "after a year");
    }

    function test_claimTo_pays_whom_the_account_names() public {
        fund();
        vm.warp(T);
        SynxClaims.Entry memory entry = entryOf(0);
        vm.expectEmit(address(claims));
        emit SynxClaims.Claimed(address(0xA1), address(0xB1), 1_000e9);
        vm.prank(address(0xA1));
        claims.claimTo(entry, address(0xB1));
        assertEq(token.balanceOf(address(0xB1)), 1_000e9, "receiver");
        assertEq(claims.claimed(address(0xA1)), 1_000e9, "claimed");
    }

    function test_claimTo_refuses_receivers_that_lose_the_tokens() public {
        fund();
        vm.warp(T);
        SynxClaims.Entry memory entry = entryOf(0);
        address[3] memory lost = [address(0), address(token), address(claims)];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(SynxClaims.InvalidReceiver.selector);
            vm.prank(address(0xA1));
            claims.claimTo(entry, lost[i]);
        }
    }

    function test_claimMany_skips_what_pays_nothing() public {
        removeLines();
        addLine(Line(address(0xA1), 5e9, 0, 0, 0));
        addLine(Line(address(0), 1, 0, 0, 0));
        addLine(Line(address(token), 1, 0, 0, 0));
        addLine(Line(address(0xA2), 0, 9e9, 0, 0));
        addLine(Line(address(0xA3), 7e9, 0, 0, 0));
        claims = newClaims(IERC20(address(token)), rootOf(), total, usualSchedules());
        fund();
        vm.warp(T);
        SynxClaims.Entry[] memory entries = new SynxClaims.Entry[](7);
        for (uint256 i = 0; i < 4; ++i) {
            entries[i] = entryOf(i);
        }
        entries[4] = entryOf(0);
        entries[5] = entryOf(4);
        entries[5].bought += 1;
        entries[6] = entryOf(4);
        vm.prank(STRANGER);
        claims.claimMany(entries);
        assertEq(token.balanceOf(address(0xA1)), 5e9, "once");
        assertEq(token.balanceOf(address(0xA2)), 0, "not open");
        assertEq(token.balanceOf(address(0xA3)), 7e9, "after the others");
        assertEq(claims.claimedTotal(), 12e9, "in all");
    }

    /// A list with more than its total pays the total and not a base unit of a donation.
    function test_a_false_total_is_never_exceeded() public {
        claims = newClaims(IERC20(address(token)), rootOf(), 1_000e9 + 5, usualSchedules());
        token.transfer(address(claims), total);
        claims.fund();
        vm.warp(T + 365 days);
        claims.claimMany(_all());
        assertTrue(claims.claimedTotal() <= 1_000e9 + 5, "in all");
        SynxClaims.Entry memory entry = entryOf(5);
        vm.expectRevert(SynxClaims.NothingOpen.selector);
        claims.claim(entry);
    }

    function test_I5_nothing_before_a_start_and_everything_at_an_end(uint64 amount, uint256 start, uint256 length)
        public
    {
        vm.assume(amount > 0);
        start = T + start % 3000 days;
        length %= 600 days;
        for (uint256 kind = 0; kind < 4; ++kind) {
            SynxClaims by = _withSchedule(kind, start, start + length);
            SynxClaims.Entry memory entry = _entryOfKind(kind, amount);
            assertEq(by.vested(entry, start - 1), 0, "a second before the start");
            assertEq(by.vested(entry, 0), 0, "in 1970");
            assertEq(by.vested(entry, start), length == 0 ? amount : 0, "at the start");
            assertEq(
                by.vested(entry, start + length / 2), length == 0 ? amount : amount * (length / 2) / length, "half"
            );
            assertEq(by.vested(entry, start + length), amount, "at the end");
            assertEq(by.vested(entry, type(uint256).max), amount, "for ever");
        }
    }

    function test_I5_claims_follow_the_schedules() public {
        fund();
        vm.warp(T - 1);
        claims.claimMany(_all());
        assertEq(claims.claimedTotal(), 0, "a second before");
        vm.warp(T + 7 days - 1);
        SynxClaims.Entry memory entry = entryOf(1);
        vm.expectRevert(SynxClaims.NothingOpen.selector);
        claims.claim(entry);
        vm.warp(T + 365 days);
        claims.claimMany(_all());
        assertEq(claims.claimedTotal(), total, "at the last end");
        assertEq(token.balanceOf(address(claims)), 0, "nothing is left");
    }

    function test_I6_vested_never_falls(Line calldata line, uint256 one, uint256 other) public view {
        one = T - 1 days + one % 400 days;
        other = one + other % 400 days;
        SynxClaims.Entry memory entry = entryOf(line, new bytes32[](0));
        assertTrue(claims.vested(entry, one) <= claims.vested(entry, other), "it fell");
        assertTrue(claims.vested(entry, other) <= sumOf(line), "more than the entry");
    }

    function test_I7_only_the_account_names_a_receiver(address caller, uint256 index, address to) public {
        SynxClaims.Entry memory entry = entryOf(index % lines.length);
        vm.assume(caller != entry.account);
        fund();
        vm.warp(T + 365 days);
        vm.expectRevert(SynxClaims.NotAccount.selector);
        vm.prank(caller);
        claims.claimTo(entry, to);
    }

    /// Forged amounts, account and proofs. A fuzzer would not find the few that are worth a try.
    function test_I9_forged_entries_pay_nothing(uint256 index, bytes32 noise, uint64 more) public {
        vm.assume(more > 0);
        fund();
        vm.warp(T + 365 days);
        index %= lines.length;
        Line memory line = lines[index];
        bytes32[] memory proof = entryOf(index).proof;
        uint256 beyond = type(uint64).max;
        unchecked {
            _expectForged(entryOf(Line(STRANGER, line.bought, line.staked, line.rewards, line.airdrop), proof));
            _expectForged(
                entryOf(Line(line.account, line.bought + more, line.staked, line.rewards, line.airdrop), proof)
            );
            _expectForged(
                entryOf(Line(line.account, line.bought, line.staked + more, line.rewards, line.airdrop), proof)
            );
            _expectForged(
                entryOf(Line(line.account, line.bought, line.staked, line.rewards + more, line.airdrop), proof)
            );
            _expectForged(
                entryOf(Line(line.account, line.bought, line.staked, line.rewards, line.airdrop + more), proof)
            );
        }
        _expectForged(entryOf(line, new bytes32[](0)));
        _expectForged(entryOf(line, Tree.append(proof, noise)));
        _expectForged(entryOf(line, entryOf((index + 1) % lines.length).proof));
        _expectForged(entryOf(Line(STRANGER, uint64(beyond), 0, 0, 0), new bytes32[](0)));
        proof[uint256(noise) % proof.length] ^= bytes32(uint256(more));
        _expectForged(entryOf(line, proof));
    }

    /// An inner node is 64 bytes before its hash, a leaf 160 and hashed twice.
    function test_I9_an_inner_node_is_no_entry() public {
        fund();
        vm.warp(T + 365 days);
        bytes32[] memory proof = entryOf(0).proof;
        bytes32[] memory shorter = new bytes32[](proof.length - 1);
        for (uint256 i = 0; i < shorter.length; ++i) {
            shorter[i] = proof[i + 1];
        }
        _expectForged(entryOf(lines[0], shorter));
    }

    function test_I10_claimMany_pays_what_single_claims_pay_in_any_order(uint256 order, uint256 time) public {
        SynxClaims singly = newClaims(IERC20(address(token)), rootOf(), total, usualSchedules());
        fund();
        token.transfer(address(singly), total);
        singly.fund();
        vm.warp(T - 1 days + time % 400 days);
        SynxClaims.Entry[] memory entries = new SynxClaims.Entry[](lines.length + 2);
        for (uint256 i = 0; i < entries.length; ++i) {
            entries[i] = entryOf(uint256(keccak256(abi.encode(order, i))) % lines.length);
            if (i == 3) entries[i].account = STRANGER;
        }
        claims.claimMany(entries);
        for (uint256 i = entries.length; i > 0; --i) {
            try singly.claim(entries[i - 1]) {} catch {}
        }
        for (uint256 i = 0; i < lines.length; ++i) {
            address account = lines[i].account;
            assertEq(claims.claimed(account), singly.claimed(account), "an account");
        }
        assertEq(claims.claimedTotal(), singly.claimedTotal(), "in all");
    }

    function test_I12_donations_change_nothing(uint256 gift) public {
        gift %= token.totalSupply() - total + 1;
        token.transfer(address(claims), gift);
        fund();
        vm.warp(T + 365 days);
        claims.claimMany(_all());
        assertEq(claims.claimedTotal(), total, "in all");
        assertEq(token.balanceOf(address(claims)), gift, "the gift stays");
    }

    /// The token of the sale calls nobody. Even one that does is paid once.
    function test_I12_reentrant_calls_are_paid_once() public {
        for (uint256 way = 0; way < 3; ++way) {
            ReentrantToken hostile = new ReentrantToken(2 * total);
            removeLines();
            addLine(Line(address(hostile.EVIL()), 1_000e9, 0, 0, 500e9));
            addLine(Line(address(0xA1), 5_000e9, 0, 0, 0));
            claims = newClaims(IERC20(address(hostile)), rootOf(), total, usualSchedules());
            hostile.transfer(address(claims), total);
            claims.fund();
            vm.warp(T + 365 days);
            hostile.attack(claims, entryOf(0), way);
            if (way == 0) claims.claim(entryOf(0));
            else claims.claimMany(_all());
            assertEq(hostile.balanceOf(hostile.EVIL()), 1_500e9, "paid");
            assertEq(claims.claimed(hostile.EVIL()), 1_500e9, "claimed");
            assertTrue(hostile.tried(), "it was tried");
            vm.warp(T - 30 days);
        }
    }

    /// The same line at two places of the tree has two ways to the root.
    function test_I13_another_proof_of_an_entry_pays_nothing_more() public {
        addLine(lines[0]);
        addLine(Line(address(0xA1), 1_200e9, 0, 0, 0));
        claims = newClaims(IERC20(address(token)), rootOf(), total, usualSchedules());
        fund();
        vm.warp(T);
        claims.claim(entryOf(0));
        SynxClaims.Entry memory again = entryOf(7);
        vm.expectRevert(SynxClaims.NothingOpen.selector);
        claims.claim(again);
        assertEq(token.balanceOf(address(0xA1)), 1_000e9, "once");
        // A second entry of the account shares its counter: the larger one counts, not both.
        claims.claim(entryOf(8));
        assertEq(token.balanceOf(address(0xA1)), 1_200e9, "the larger entry");
        vm.expectRevert(SynxClaims.NothingOpen.selector);
        claims.claim(again);
    }

    function _all() private view returns (SynxClaims.Entry[] memory entries) {
        entries = new SynxClaims.Entry[](lines.length);
        for (uint256 i = 0; i < entries.length; ++i) {
            entries[i] = entryOf(i);
        }
    }

    function _expectForged(SynxClaims.Entry memory entry) private {
        vm.expectRevert(SynxClaims.NotListed.selector);
        claims.claim(entry);
        vm.expectRevert(SynxClaims.NotListed.selector);
        vm.prank(entry.account);
        claims.claimTo(entry, STRANGER);
        SynxClaims.Entry[] memory one = new SynxClaims.Entry[](1);
        one[0] = entry;
        claims.claimMany(one);
        assertEq(claims.claimedTotal(), 0, "a forged entry paid");
    }

    function _entryOfKind(uint256 kind, uint64 amount) private pure returns (SynxClaims.Entry memory) {
        uint64[4] memory amounts;
        amounts[kind] = amount;
        return entryOf(Line(address(0xA1), amounts[0], amounts[1], amounts[2], amounts[3]), new bytes32[](0));
    }

    function _withSchedule(uint256 kind, uint256 start, uint256 end) private returns (SynxClaims) {
        SynxClaims.Schedule[4] memory by = usualSchedules();
        by[kind] = SynxClaims.Schedule(start, end);
        return newClaims(IERC20(address(token)), rootOf(), total, by);
    }

    function _expectRefused(uint256 kind, uint256 start, uint256 end) private {
        SynxClaims.Schedule[4] memory by = usualSchedules();
        by[kind] = SynxClaims.Schedule(start, end);
        bytes32 root = rootOf();
        vm.expectRevert(abi.encodeWithSelector(SynxClaims.InvalidSchedule.selector, kind));
        this.deployWith(root, LIST, total, by);
    }

    function _expectRefused(bytes32 root, bytes32 list, uint256 sum, bytes4 refusal) private {
        vm.expectRevert(refusal);
        this.deployWith(root, list, sum, usualSchedules());
    }

    /// A call of its own: `expectRevert` looks at the next call.
    function deployWith(bytes32 root, bytes32 list, uint256 sum, SynxClaims.Schedule[4] memory by) external {
        newClaims(IERC20(address(token)), root, list, sum, by);
    }
}
