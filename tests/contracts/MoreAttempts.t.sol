// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SynxClaims} from "../../contracts/SynxClaims.sol";
import {SynxToken} from "../../contracts/SynxToken.sol";
import {Fixture} from "./support/Fixture.sol";

/// Attempts (docs/attempts.md) that no other test makes: calls that no compiler writes, too little gas, a clock that
/// goes back, two lists of one token.
contract MoreAttemptsTest is Fixture {
    address private constant STRANGER = address(0xBAD);

    function setUp() public {
        build();
    }

    function test_I1_one_list_pays_into_the_next_and_both_keep_what_they_owe() public {
        SynxClaims next = newClaims(IERC20(address(token)), rootOf(), sumOf(lines[5]), usualSchedules());
        _open();
        vm.expectRevert(SynxClaims.NotFunded.selector);
        next.fund();
        SynxClaims.Entry memory entry = entryOf(5);
        vm.prank(entry.account);
        claims.claimTo(entry, address(next));
        next.fund();
        next.claim(entry);
        assertEq(token.balanceOf(entry.account), sumOf(lines[5]), "paid by both");
        assertEq(token.balanceOf(address(claims)) + claims.claimedTotal(), claims.total(), "left in the first");
    }

    /// A reorganisation can put a claim into a block with an earlier time.
    function test_I4_a_clock_that_goes_back_pays_nothing_and_takes_nothing() public {
        fund();
        vm.warp(T + 300 days);
        claims.claim(entryOf(2));
        uint256 before = claims.claimed(address(0xA3));
        vm.warp(T + 1 days);
        assertTrue(!_call(abi.encodeCall(SynxClaims.claim, (entryOf(2)))), "paid");
        claims.claimMany(_all());
        assertEq(claims.claimed(address(0xA3)), before, "claimed");
        vm.warp(T + 301 days);
        claims.claim(entryOf(2));
        assertEq(claims.claimed(address(0xA3)), claims.vested(entryOf(2), T + 301 days), "later");
    }

    /// The four schedules are packed into two words: none touches another.
    function test_I5_each_amount_follows_its_own_schedule_only(uint256 seed, uint64[4] calldata amounts) public {
        SynxClaims.Schedule[4] memory by;
        for (uint256 i = 0; i < 4; ++i) {
            uint256 start = block.timestamp + _random(seed, i) % 1800 days;
            by[i] = SynxClaims.Schedule(start, start + _random(seed, 4 + i) % 1800 days);
        }
        claims = newClaims(IERC20(address(token)), rootOf(), total, by);
        Line memory line = Line(address(0xA1), amounts[0], amounts[1], amounts[2], amounts[3]);
        for (uint256 n = 0; n < 12; ++n) {
            uint256 time = block.timestamp + _random(seed, 8 + n) % 4000 days;
            if (n < 8) time = n % 2 == 0 ? by[n / 2].end : by[n / 2].start - 1;
            uint256 expected = 0;
            for (uint256 i = 0; i < 4; ++i) {
                if (time >= by[i].end) {
                    expected += amounts[i];
                } else if (time >= by[i].start) {
                    expected += uint256(amounts[i]) * (time - by[i].start) / (by[i].end - by[i].start);
                }
            }
            assertEq(claims.vested(entryOf(line, new bytes32[](0)), time), expected, "vested");
        }
    }

    /// Nothing by which a contract could run the code of others, replace itself or end: ORIGIN, CREATE, CALLCODE,
    /// DELEGATECALL, CREATE2, SELFDESTRUCT.
    function test_I8_the_code_has_no_instruction_that_hands_it_over() public view {
        bytes[2] memory codes = [address(claims).code, address(token).code];
        for (uint256 n = 0; n < 2; ++n) {
            bytes memory code = codes[n];
            for (uint256 i = 0; i < code.length; ++i) {
                uint8 op = uint8(code[i]);
                assertTrue(op != 0x32 && op != 0xf0 && op != 0xf2 && op != 0xf4 && op != 0xf5 && op != 0xff, "found");
                // The bytes after a PUSH are no instructions, and what stands after the last one is its metadata.
                if (op >= 0x60 && op <= 0x7f) i += op - 0x5f;
                if (op == 0xfe && i > code.length - 80) break;
            }
        }
    }

    /// The same entry, placed elsewhere in the calldata.
    function test_I13_another_encoding_of_an_entry_pays_nothing_more() public {
        _open();
        bytes memory usual = abi.encodeCall(SynxClaims.claim, (entryOf(2)));
        bytes memory moved = bytes.concat(SynxClaims.claim.selector, bytes32(uint256(64)), bytes32(uint256(7)));
        for (uint256 i = 36; i < usual.length; ++i) {
            moved = bytes.concat(moved, usual[i]);
        }
        assertTrue(_call(moved), "it is an encoding");
        assertTrue(!_call(usual), "paid twice");
        assertTrue(!_call(bytes.concat(usual, hex"00")), "paid again");
        assertEq(token.balanceOf(address(0xA3)), sumOf(lines[2]), "once");
    }

    /// Every function in turn, in one block: after each call the counters are their sum, and what has left.
    function test_I2_after_each_single_call_everything_adds_up() public {
        _open();
        SynxClaims.Entry[] memory all = _all();
        SynxClaims.Entry[] memory one = new SynxClaims.Entry[](1);
        uint256 paid = 0;
        for (uint256 i = 0; i < all.length; ++i) {
            if (i % 3 == 0) {
                claims.claim(all[i]);
            } else if (i % 3 == 1) {
                vm.prank(all[i].account);
                claims.claimTo(all[i], all[0].account);
            } else {
                one[0] = all[i];
                claims.claimMany(one);
            }
            uint256 sum = 0;
            for (uint256 j = 0; j < all.length; ++j) {
                sum += claims.claimed(all[j].account);
            }
            assertEq(claims.claimedTotal(), sum, "counters");
            assertEq(token.balanceOf(address(claims)), total - sum, "left");
            assertTrue(sum >= paid, "fell");
            paid = sum;
        }
        assertEq(paid, total, "paid");
    }

    /// The larger entry by a batch, then the smaller one by the account itself, in parts, to another address.
    function test_I4_a_smaller_entry_named_by_its_account_lowers_no_counter() public {
        addLine(Line(address(0xA3), 1, 0, 0, 5));
        claims = newClaims(IERC20(address(token)), rootOf(), total, usualSchedules());
        _open();
        claims.claimMany(_all());
        uint256 before = claims.claimed(address(0xA3));
        SynxClaims.Entry memory smaller = entryOf(7);
        vm.prank(address(0xA3));
        vm.expectRevert(SynxClaims.NothingOpen.selector);
        claims.claimTo(smaller, STRANGER);
        assertEq(claims.claimed(address(0xA3)), before, "claimed");
    }

    /// Two lists, one account: what one of them pays says nothing to the other.
    function test_I4_the_counters_of_two_lists_are_apart() public {
        SynxClaims next = newClaims(IERC20(address(token)), rootOf(), total, usualSchedules());
        _open();
        claims.claim(entryOf(2));
        assertEq(next.claimed(address(0xA3)), 0, "of the other");
        assertTrue(token.transfer(address(next), total), "transfer");
        next.fund();
        next.claimMany(_all());
        assertEq(claims.claimed(address(0xA3)), sumOf(lines[2]), "of the first");
        assertEq(claims.claimed(address(0xA6)), 0, "by the first");
    }

    /// What `vested` says of an entry that nobody listed grows as well, so no page shows an amount that falls.
    function test_I6_no_entry_whatever_falls(uint256 seed, uint64[4] calldata amounts) public view {
        Line memory line = Line(STRANGER, amounts[0], amounts[1], amounts[2], amounts[3]);
        SynxClaims.Entry memory entry = entryOf(line, new bytes32[](0));
        uint256 time = T - 1 days;
        uint256 before = 0;
        for (uint256 n = 0; n < 60; ++n) {
            uint256 now_ = claims.vested(entry, time);
            assertTrue(now_ >= before, "fell");
            (before, time) = (now_, time + _random(seed, n) % 14 days);
        }
    }

    /// Claims at any times: each pays the difference, so that their sum is what was open at the last of them.
    function test_I6_claims_at_any_times_sum_to_the_last(uint256 seed) public {
        fund();
        SynxClaims.Entry memory entry = entryOf(5);
        uint256 time = T;
        for (uint256 n = 0; n < 20; ++n) {
            time += _random(seed, n) % 40 days;
            vm.warp(time);
            uint256 before = token.balanceOf(entry.account);
            bool done = _call(abi.encodeCall(SynxClaims.claim, (entry)));
            uint256 now_ = token.balanceOf(entry.account);
            assertTrue(done == (now_ > before), "a claim that pays nothing, or a refusal that pays");
            assertEq(now_, claims.vested(entry, time), "in all");
        }
    }

    /// Hooks by which other contracts take orders, from the deployer as well.
    function test_I8_no_hook_of_other_standards_is_there() public {
        string[8] memory hooks = [
            "tokensReceived(address,address,address,uint256,bytes,bytes)",
            "onTransferReceived(address,address,uint256,bytes)",
            "onApprovalReceived(address,uint256,bytes)",
            "onFlashLoan(address,address,uint256,uint256,bytes)",
            "isValidSignature(bytes32,bytes)",
            "executeBatch((address,uint256,bytes)[])",
            "supportsInterface(bytes4)",
            "execute(address,uint256,bytes)"
        ];
        _open();
        for (uint256 i = 0; i < hooks.length; ++i) {
            bytes memory data = bytes.concat(bytes4(keccak256(bytes(hooks[i]))), new bytes(320));
            (bool byDeployer,) = address(claims).call(data);
            assertTrue(!byDeployer && !_call(data), hooks[i]);
            (bool byToken,) = address(token).call(data);
            assertTrue(!byToken, hooks[i]);
        }
        assertEq(token.balanceOf(address(claims)), total, "left");
    }

    /// Cut in two anywhere, with a forged entry in between, and in the middle of the airdrop.
    function test_I10_a_batch_cut_anywhere_pays_the_same(uint256 seed) public {
        fund();
        vm.warp(T + _random(seed, 0) % 365 days);
        SynxClaims.Entry[] memory all = _all();
        uint256 cut = _random(seed, 1) % all.length;
        SynxClaims.Entry[] memory first = new SynxClaims.Entry[](cut + 1);
        SynxClaims.Entry[] memory second = new SynxClaims.Entry[](all.length - cut);
        for (uint256 i = 0; i < cut; ++i) {
            first[i] = all[i];
        }
        first[cut] = entryOf(Line(STRANGER, 1, 1, 1, 1), all[0].proof);
        for (uint256 i = cut; i < all.length; ++i) {
            second[i - cut] = all[i];
        }
        claims.claimMany(second);
        claims.claimMany(first);
        for (uint256 i = 0; i < all.length; ++i) {
            assertEq(token.balanceOf(all[i].account), claims.vested(all[i], block.timestamp), "paid");
        }
        assertEq(token.balanceOf(STRANGER), 0, "stranger");
    }

    /// A call of its own: `expectRevert` looks at the next call.
    function deployed(bytes calldata code) external returns (address) {
        return deploy(code);
    }

    function _open() private {
        fund();
        vm.warp(T + 365 days);
    }

    function _all() private view returns (SynxClaims.Entry[] memory entries) {
        entries = new SynxClaims.Entry[](lines.length);
        for (uint256 i = 0; i < entries.length; ++i) {
            entries[i] = entryOf(i);
        }
    }

    function _call(bytes memory data) private returns (bool) {
        return _call(data, gasleft());
    }

    function _call(bytes memory data, uint256 gas) private returns (bool done) {
        vm.prank(STRANGER);
        (done,) = address(claims).call{gas: gas}(data);
    }

    function _random(uint256 seed, uint256 n) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, n)));
    }

    /// The n-th word after the selector.
    function _word(bytes memory data, uint256 n) private pure returns (uint256 word) {
        assembly {
            word := mload(add(add(data, 36), mul(n, 32)))
        }
    }

    function _setWord(bytes memory data, uint256 n, uint256 word) private pure {
        assembly {
            mstore(add(add(data, 36), mul(n, 32)), word)
        }
    }
}
